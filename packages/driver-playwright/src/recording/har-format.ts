/** A header, a field of a query or a cookie. */
export interface HarHeader {
  readonly name: string;
  readonly value: string;
}

/** One request and its answer; fields that begin with `_` are additions, as the format allows. */
export interface HarEntry {
  readonly pageref?: string;
  readonly startedDateTime: string;
  readonly time: number;
  readonly request: {
    readonly method: string;
    readonly url: string;
    readonly httpVersion: string;
    readonly cookies: readonly HarHeader[];
    readonly headers: readonly HarHeader[];
    readonly queryString: readonly HarHeader[];
    readonly postData?: { readonly mimeType: string; readonly text: string };
    readonly headersSize: number;
    readonly bodySize: number;
  };
  response: {
    readonly status: number;
    readonly statusText: string;
    readonly httpVersion: string;
    readonly cookies: readonly HarHeader[];
    readonly headers: readonly HarHeader[];
    readonly content: { readonly size: number; readonly mimeType: string };
    readonly redirectURL: string;
    readonly headersSize: number;
    readonly bodySize: number;
    _error?: string;
  };
  readonly cache: object;
  readonly timings: Readonly<Record<string, number>>;
  readonly _resourceType: string;
}

/** Content of an archive. */
export interface HarContent {
  readonly browser: { readonly name: string; readonly version: string };
  readonly pages: readonly { readonly id: string; readonly title: string; readonly startedAt: number }[];
  readonly entries: readonly HarEntry[];
  /** Number of requests that are no entries. */
  readonly leftOut: number;
}

/** An HTTP Archive 1.2. Format: http://www.softwareishard.com/blog/har-12-spec/ */
export function harOf({ browser, pages, entries, leftOut }: HarContent): object {
  return {
    log: {
      version: '1.2',
      creator: { name: 'runwright', version: '1' },
      browser,
      pages: pages.map(({ id, title, startedAt }) => ({
        ...{ id, title, startedDateTime: new Date(startedAt).toISOString(), pageTimings: {} },
      })),
      entries,
      ...(leftOut === 0 ? {} : { comment: `${leftOut} more requests are left out.` }),
    },
  };
}
