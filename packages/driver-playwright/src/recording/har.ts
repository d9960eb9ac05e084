import { type ChangeText, changeTexts, followGuesses, isSecretHeader } from '@runwright/masking';
import type { BrowserContext, Frame, Page, Request, Response } from 'playwright-core';
import { findDocumentOrigin } from '../common/document-origin.ts';
import { monotonicNow } from '../common/monotonic-clock.ts';
import { maskText, maxBeyondShown, parseOrigin, type Secrets } from '../common/secrets.ts';
import { type HarEntry, type HarHeader, harOf } from './har-format.ts';
import type { RecordingSource } from './recording-source.ts';

/** More requests than this are counted and left out. */
const maximumEntries = 10_000;
/** Characters of all requests together. */
const maximumLength = 20_000_000;
/** Characters of a text; it is kept longer until it is masked. */
const maximumBody = 64_000;
const maximumUrl = 8_000;

const textBody = /^(text\/|application\/(json|x-www-form-urlencoded|xml|graphql|[\w.-]+\+(json|xml)))/i;

/** Follows the requests of all pages of a context. */
export function recordHar(
  context: BrowserContext,
  browser: { readonly name: string; readonly version: string },
  isOurs: (page: Page | null) => boolean,
  secrets: Pick<Secrets, 'maskAll' | 'isTypedApart' | 'findMask' | 'createListedMask'>,
): RecordingSource {
  const entries = new Map<Request, HarEntry>();
  /** The origins of the frames that may have made a request, outwards: its texts can be of the first one and of its address. */
  const senders = new Map<HarEntry, Promise<readonly string[]>>();
  const pages = new Map<Page, { readonly id: string; readonly title: string; readonly startedAt: number }>();
  let length = 0;
  let leftOut = 0;

  const idOf = (page: Page): string => {
    const known = pages.get(page);
    const made = known ?? {
      ...{ id: `page_${pages.size + 1}`, title: keep(page.url(), maximumUrl), startedAt: Date.now() },
    };
    pages.set(page, made);
    return made.id;
  };

  context.on('request', (request) => {
    const page = pageOf(request);
    if (!isOurs(page)) return;
    if (secrets.isTypedApart(monotonicNow())) {
      leftOut += 1;
      return;
    }
    const url = keep(request.url(), maximumUrl);
    const postData = bodyOf(request);
    const size = url.length + (postData?.text.length ?? 0) + 1_500;
    if (entries.size >= maximumEntries || length + size > maximumLength) {
      leftOut += 1;
      return;
    }
    length += size;
    const entry: HarEntry = {
      ...(page ? { pageref: idOf(page) } : {}),
      startedDateTime: new Date().toISOString(),
      time: 0,
      request: {
        method: request.method(),
        url,
        httpVersion: '',
        cookies: [],
        headers: headersOf(request.headers()),
        queryString: queryOf(url),
        ...(postData ? { postData } : {}),
        headersSize: -1,
        bodySize: postData ? Buffer.byteLength(postData.text) : 0,
      },
      response: noResponse(),
      cache: {},
      timings: { send: 0, wait: 0, receive: 0 },
      _resourceType: request.resourceType(),
    };
    entries.set(request, entry);
    senders.set(entry, findSenders(request));
  });
  context.on('response', (response) => {
    const entry = entries.get(response.request());
    if (entry) entry.response = responseOf(response);
  });
  context.on('requestfinished', (request) => {
    const entry = entries.get(request);
    if (entry) Object.assign(entry, timesOf(request));
  });
  context.on('requestfailed', (request) => {
    const entry = entries.get(request);
    if (entry) entry.response._error = request.failure()?.errorText ?? 'failed';
  });

  return {
    async take() {
      if (entries.size === 0) return null;
      const guesses = followGuesses();
      const origins = new Map<HarEntry, readonly string[]>();
      for (const [entry, finding] of senders) {
        const [frame = 'null', ...around] = await finding;
        const address = parseOrigin(entry.request.url);
        origins.set(entry, [frame, address]);
        // A page that has no secret can send numbers to one that has: the record would tell which one is masked there.
        if (![frame, ...around].every((origin) => secrets.findMask(origin)) && secrets.findMask(address))
          for (const text of [entry.request.url, entry.request.postData?.text ?? '']) guesses.note(text);
      }
      const listed = new Map<string, ChangeText>();
      const maskEntry = (entry: HarEntry): HarEntry => {
        const from = origins.get(entry) ?? [];
        const mask = listed.get(from.join(' ')) ?? secrets.createListedMask(guesses, from);
        listed.set(from.join(' '), mask);
        return cutEntry(secrets.maskAll(changeTexts(entry, mask), from));
      };
      const har = harOf({
        browser,
        pages: [...pages.values()].map((page) => cutTexts(secrets.maskAll(page))),
        entries: [...entries.values()].map(maskEntry),
        leftOut,
      });
      return { type: 'har', content: JSON.stringify(har), contentType: 'application/json' };
    },
  };
}

/** A worker's request has no page. */
function pageOf(request: Request): Page | null {
  try {
    return request.frame().page();
  } catch {
    return null;
  }
}

async function findSenders(request: Request): Promise<readonly string[]> {
  try {
    const frames: Frame[] = [];
    for (let frame: Frame | null = request.frame(); frame; frame = frame.parentFrame()) frames.push(frame);
    const opener = await frames[0]?.page().opener();
    return await Promise.all([...frames, ...(opener ? [opener.mainFrame()] : [])].map(findDocumentOrigin));
  } catch {
    return ['null'];
  }
}

/** Lists headers with the values of cookies and credentials masked. */
function headersOf(headers: Readonly<Record<string, string>>): HarHeader[] {
  return Object.entries(headers).map(([name, value]) => ({
    name,
    value: isSecretHeader(name) ? maskText : keep(value, maximumUrl),
  }));
}

function queryOf(url: string): HarHeader[] {
  if (!URL.canParse(url)) return [];
  return [...new URL(url).searchParams].map(([name, value]) => ({ name, value }));
}

function bodyOf(request: Request): { mimeType: string; text: string } | null {
  const mimeType = request.headers()['content-type'] ?? '';
  const text = textBody.test(mimeType) ? request.postData() : null;
  return text === null ? null : { mimeType, text: keep(text, maximumBody) };
}

function noResponse(): HarEntry['response'] {
  return {
    ...{ status: 0, statusText: '', httpVersion: '', cookies: [], headers: [] },
    content: { size: -1, mimeType: 'x-unknown' },
    ...{ redirectURL: '', headersSize: -1, bodySize: -1 },
  };
}

function responseOf(response: Response): HarEntry['response'] {
  const headers = response.headers();
  const size = Number(headers['content-length'] ?? -1);
  return {
    ...noResponse(),
    status: response.status(),
    statusText: response.statusText(),
    headers: headersOf(headers),
    content: { size, mimeType: headers['content-type'] ?? 'x-unknown' },
    redirectURL: keep(headers.location ?? '', maximumUrl),
    bodySize: size,
  };
}

/** Milliseconds; -1 stands for what did not take place. */
function timesOf(request: Request): Pick<HarEntry, 'time' | 'timings' | 'startedDateTime'> {
  const t = request.timing();
  const span = (from: number, to: number): number => (from < 0 || to < 0 ? -1 : Math.max(0, to - from));
  const timings = {
    dns: span(t.domainLookupStart, t.domainLookupEnd),
    connect: span(t.connectStart, t.connectEnd),
    ssl: span(t.secureConnectionStart, t.connectEnd),
    send: 0,
    wait: Math.max(0, span(t.requestStart, t.responseStart)),
    receive: Math.max(0, span(t.responseStart, t.responseEnd)),
  };
  return {
    startedDateTime: new Date(t.startTime > 0 ? t.startTime : Date.now()).toISOString(),
    time: Math.max(0, t.responseEnd),
    timings,
  };
}

function keep(text: string, shown: number): string {
  return cut(text, shown + maxBeyondShown);
}

function cutEntry(entry: HarEntry): HarEntry {
  const { postData, ...request } = entry.request;
  const short = cutTexts({ ...entry, request });
  if (!postData) return short;
  const text = cut(postData.text, maximumBody);
  return { ...short, request: { ...short.request, postData: { ...postData, text } } };
}

function cutTexts<Value>(value: Value): Value {
  return changeTexts(value, (text) => cut(text, maximumUrl));
}

function cut(text: string, length: number): string {
  return (text.length <= length ? text : `${text.slice(0, length)}…`).toWellFormed();
}
