import type { BrowserContext } from 'playwright-core';
import { expect, it } from 'vitest';
import { blockAds } from './block-ads.ts';

type Asked = Parameters<Parameters<typeof blockAds>[1]['blocks']>[0];

/** Routes a request as the library does; what was asked of the blocker, and what became of the request. */
async function route(request: Readonly<Record<string, unknown>>, isBlocked: boolean) {
  const asked: Asked[] = [];
  const done: string[] = [];
  let handle: ((route: unknown, request: unknown) => Promise<void>) | undefined;
  const context = {
    async route(_pattern: RegExp, handler: typeof handle) {
      handle = handler;
    },
  } as unknown as BrowserContext;
  const blocker = {
    notices: [],
    blocks(one: Asked) {
      asked.push(one);
      return isBlocked;
    },
  };
  await blockAds(context, blocker, () => done.push('counted'));
  await handle?.(
    {
      fallback: async () => void done.push('fallback'),
      abort: async (reason: string) => void done.push(`abort ${reason}`),
    },
    { isNavigationRequest: () => false, headers: () => ({}), ...request },
  );
  return { asked, done };
}

const url = 'https://ads.example/tag.js';
const frame = (parent: string | null) => () => ({
  parentFrame: () => (parent === null ? null : { url: () => parent }),
  page: () => ({ url: () => 'https://news.example/' }),
});

it('what is blocked is refused and counted, everything else goes on', async () => {
  const request = { url: () => url, resourceType: () => 'script', frame: frame(null) };
  const blocked = await route(request, true);
  expect(blocked.done).toEqual(['counted', 'abort blockedbyclient']);
  expect(blocked.asked).toEqual([{ url, from: 'https://news.example/', type: 'script' }]);
  expect((await route(request, false)).done).toEqual(['fallback']);
});

it('the document of a page is asked from itself, that of a frame from the frame around it', async () => {
  const document = { url: () => url, resourceType: () => 'document', isNavigationRequest: () => true };
  expect((await route({ ...document, frame: frame(null) }, false)).asked).toEqual([
    { url, from: url, type: 'document' },
  ]);
  expect((await route({ ...document, frame: frame('https://news.example/a') }, false)).asked).toEqual([
    { url, from: 'https://news.example/a', type: 'subdocument' },
  ]);
});

it('a request without a frame is asked from its referrer, else from itself', async () => {
  const worker = {
    url: () => url,
    resourceType: () => 'fetch',
    frame: () => {
      throw new Error('no frame');
    },
  };
  const headers = () => ({ referer: 'https://news.example/' });
  expect((await route({ ...worker, headers }, false)).asked).toMatchObject([
    { from: 'https://news.example/' },
  ]);
  expect((await route(worker, false)).asked).toMatchObject([{ from: url }]);
});
