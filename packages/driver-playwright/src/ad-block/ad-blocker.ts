import { readFile } from 'node:fs/promises';
import type { Request } from '@ghostery/adblocker';
import { type EgressPolicy, loadOptionalPackage } from '@runwright/contract';
import { pinnedGet } from '../network/pinned-get.ts';
import { defaultList } from './default-list.ts';

/** Source of filter rules in the syntax of Adblock Plus: the rules themselves, a file of the host, or an address. */
export type FilterList = { readonly text: string } | { readonly path: string } | { readonly url: string };

/** A request that a page is about to make. */
export interface PageRequest {
  readonly url: string;
  /** Address of the document that asks. */
  readonly from: string;
  /** As the debug protocol calls it, in any case: `Image`, `script`. */
  readonly type: string;
}

/** Decides which requests are ads. */
export interface AdBlocker {
  blocks(request: PageRequest): boolean;
  /** Messages about lists that could not be read. */
  readonly notices: readonly string[];
}

const maximumBytes = 32 * 1024 * 1024;
const fetchMs = 30_000;

/**
 * Reads the lists, the built-in one when none is named. A list that cannot be had is a notice; addresses go through the
 * policy of whoever asks first. Rejects with `failed_precondition` when the library is not installed.
 */
export async function loadAdBlocker(
  lists: readonly FilterList[] | undefined,
  { egress, signal }: { readonly egress: EgressPolicy; readonly signal: AbortSignal },
): Promise<AdBlocker> {
  const { FiltersEngine, Request } = await loadOptionalPackage(
    '@ghostery/adblocker',
    'block ads',
    () => import('@ghostery/adblocker'),
  );
  const asked = lists ?? [{ text: defaultList }];
  const found = await Promise.allSettled(asked.map((list) => textOf(list, egress, signal)));
  signal.throwIfAborted();
  const notices = found.flatMap((each, index) => {
    const list = asked[index];
    if (each.status === 'fulfilled' || !list) return [];
    return [`The ad block list \`${nameOf(list)}\` could not be read: ${sentenceOf(each.reason)}`];
  });
  const texts = found.map((each) => (each.status === 'fulfilled' ? each.value : ''));
  // Rules that change the document are left out: it is read as the site has made it.
  const engine = FiltersEngine.parse(texts.join('\n'), { loadCosmeticFilters: false });
  return {
    notices,
    blocks({ url, from, type }) {
      if (type.toLowerCase() === 'document' || !/^(https?|wss?):/.test(url)) return false;
      return engine.match(Request.fromRawDetails({ url, sourceUrl: from, type: typeFor(type) })).match;
    },
  };
}

function textOf(list: FilterList, egress: EgressPolicy, signal: AbortSignal): Promise<string> {
  if ('text' in list) return Promise.resolve(list.text);
  if ('path' in list) return readFile(list.path, { encoding: 'utf8', signal });
  return pinnedGet(list.url, { egress, maximumBytes, timeoutMs: fetchMs, signal });
}

function nameOf(list: FilterList): string {
  if ('text' in list) return 'text';
  return 'path' in list ? list.path : list.url;
}

function sentenceOf(cause: unknown): string {
  return cause instanceof Error ? cause.message : String(cause);
}

type RequestType = NonNullable<Parameters<typeof Request.fromRawDetails>[0]['type']>;

/** Types of the protocol by the names that filter rules use. */
const types: Readonly<Record<string, RequestType>> = {
  image: 'image',
  imageset: 'imageset',
  media: 'media',
  font: 'font',
  script: 'script',
  stylesheet: 'stylesheet',
  xhr: 'xhr',
  fetch: 'fetch',
  eventsource: 'eventsource',
  websocket: 'websocket',
  ping: 'ping',
  subdocument: 'sub_frame',
};

function typeFor(type: string): RequestType {
  return types[type.toLowerCase()] ?? 'other';
}
