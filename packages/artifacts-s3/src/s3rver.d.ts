/** The part of the test server that is used here; it has no types of its own. */
declare module '@20minutes/s3rver' {
  interface S3rverOptions {
    readonly silent: boolean;
    readonly directory: string;
    readonly vhostBuckets: boolean;
    readonly configureBuckets: readonly { readonly name: string }[];
  }
  class S3rver {
    constructor(options: S3rverOptions);
    configureBuckets(): Promise<unknown>;
    callback(): import('node:http').RequestListener;
  }
  export = S3rver;
}
