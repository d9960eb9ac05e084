/** The part of the S3 server for tests that is used here; it has no types of its own. */
declare module '@20minutes/s3rver' {
  interface S3rverOptions {
    /** Address and port of `run`. */
    readonly address?: string;
    readonly port?: number;
    readonly silent: boolean;
    readonly directory: string;
    readonly vhostBuckets: boolean;
    readonly allowMismatchedSignatures?: boolean;
    readonly configureBuckets: readonly { readonly name: string }[];
  }
  class S3rver {
    constructor(options: S3rverOptions);
    run(): Promise<{ readonly port: number }>;
    close(): Promise<void>;
    configureBuckets(): Promise<unknown>;
    /** Handles requests of a server of the caller's. */
    callback(): import('node:http').RequestListener;
  }
  export = S3rver;
}
