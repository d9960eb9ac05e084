import { expect, it } from 'vitest';
import type { NotedResponse } from '../downloads/downloads.ts';
import { fakeContext, fakePage } from '../fake-browser.test-helpers.ts';
import { guardPage, type ShownPdf } from './page-guard.ts';

async function guarded(answers = {}, members = {}) {
  const tab = fakePage('https://shop.example/', { answers: { ...answers }, ...members });
  const { context } = fakeContext([tab]);
  const responses: NotedResponse[] = [];
  const shown: ShownPdf[] = [];
  let documents = 0;
  const guard = await guardPage(context, tab.page, {
    onResponse: (response) => responses.push(response),
    onShownPdf: (pdf) => shown.push(pdf),
    onDocument: () => {
      documents += 1;
    },
  });
  const { targetInfo } = (await tab.protocol.session.send('Target.getTargetInfo')) as {
    targetInfo: { targetId: string };
  };
  /** The browser has a response for a frame. */
  const respond = (headers: Readonly<Record<string, string>>, frameId = targetInfo.targetId, status = 200) =>
    tab.protocol.emit('Fetch.requestPaused', {
      ...{ requestId: 'r1', frameId, request: { url: 'https://shop.example/file' } },
      responseStatusCode: status,
      responseHeaders: Object.entries(headers).map(([name, value]) => ({ name, value })),
    });
  return { tab, guard, responses, shown, documents: () => documents, respond };
}

const pdf = { 'Content-Type': 'application/pdf; q=1' };

it('a PDF that would replace the page becomes a download, with its name', async () => {
  const { tab, responses, respond } = await guarded();
  respond({ ...pdf, 'content-disposition': 'inline; filename=invoice.pdf' });
  expect(tab.protocol.sentTo('Fetch.continueResponse')).toEqual([
    {
      requestId: 'r1',
      responseCode: 200,
      responseHeaders: [
        { name: 'Content-Type', value: 'application/pdf; q=1' },
        { name: 'Content-Disposition', value: 'attachment; filename=invoice.pdf' },
      ],
    },
  ]);
  const noted = { url: 'https://shop.example/file', contentType: 'application/pdf' };
  expect(responses).toEqual([{ ...noted, isEmbedded: false }]);
  respond(pdf, 'another frame', 201);
  expect(tab.protocol.sentTo('Fetch.continueResponse')).toHaveLength(2);
  expect(responses.at(-1)).toEqual({ ...noted, isEmbedded: true });
});

it('other responses pass as they are: pages, attachments and failures', async () => {
  const { tab, respond } = await guarded();
  respond({ 'content-type': 'text/html' });
  respond({ ...pdf, 'content-disposition': 'attachment' });
  respond(pdf, undefined, 404);
  expect(tab.protocol.sentTo('Fetch.continueRequest')).toHaveLength(3);
  expect(tab.protocol.sentTo('Fetch.continueResponse')).toEqual([]);
});

it('a PDF that is shown all the same is reported once for each document, and saved in its own frame', async () => {
  const frame = { id: 'f', loaderId: 'l1', url: 'blob:https://shop.example/1', mimeType: 'application/pdf' };
  const inner = { ...frame, id: 'g', loaderId: 'l2', parentId: 'f' };
  const { tab, guard, shown } = await guarded({
    'Page.getFrameTree': () => ({ frameTree: { frame, childFrames: [{ frame: inner }] } }),
    'Page.createIsolatedWorld': () => ({ executionContextId: 5 }),
  });
  expect(shown).toEqual([]);
  await guard.findPdfs();
  tab.protocol.emit('Page.frameNavigated', { frame: inner });
  tab.protocol.emit('Page.frameNavigated', { frame: { ...inner, loaderId: 'l3', mimeType: 'text/html' } });
  expect(shown).toMatchObject([
    { url: frame.url, isEmbedded: false },
    { url: frame.url, isEmbedded: true },
  ]);
  await shown[1]?.save();
  expect(tab.protocol.sentTo('Page.createIsolatedWorld')).toEqual([{ frameId: 'g' }]);
  expect(tab.protocol.sentTo('Runtime.evaluate')).toMatchObject([{ contextId: 5 }]);
});

it('a request goes on, one for a name and a password is canceled unless the proxy asks', async () => {
  const { tab } = await guarded();
  tab.protocol.emit('Fetch.requestPaused', { requestId: 'r2', request: { url: 'https://shop.example/' } });
  for (const source of ['Server', 'Proxy'])
    tab.protocol.emit('Fetch.authRequired', { requestId: source, authChallenge: { source } });
  expect(tab.protocol.sentTo('Fetch.continueRequest')).toEqual([{ requestId: 'r2' }]);
  expect(tab.protocol.sentTo('Fetch.continueWithAuth')).toEqual([
    { requestId: 'Server', authChallengeResponse: { response: 'CancelAuth' } },
    { requestId: 'Proxy', authChallengeResponse: { response: 'Default' } },
  ]);
});

it('documents of the main frame are counted, those of inner frames are not', async () => {
  const { tab, guard, documents } = await guarded();
  tab.protocol.emit('Page.frameNavigated', { frame: { id: 'f' } });
  tab.protocol.emit('Page.frameNavigated', { frame: { id: 'g', parentId: 'f' } });
  tab.protocol.emit('Page.frameRequestedNavigation', {});
  expect([guard.loadedDocuments(), documents(), guard.requestedNavigations()]).toEqual([1, 1, 1]);
});

it('a page awaits a response from the request of its document until the response, a failure or a stop', async () => {
  const { tab, guard } = await guarded();
  const request = (isNavigation: boolean, frame = tab.page.mainFrame()) => ({
    isNavigationRequest: () => isNavigation,
    frame: () => frame,
  });
  const document = request(true);
  tab.emit('request', request(false));
  tab.emit('request', request(true, {} as never));
  expect(guard.isAwaitingResponse()).toBe(false);
  tab.emit('request', document);
  expect(guard.isAwaitingResponse()).toBe(true);
  tab.emit('requestfailed', request(false));
  expect(guard.isAwaitingResponse()).toBe(true);
  tab.emit('response', { request: () => document });
  expect(guard.isAwaitingResponse()).toBe(false);
  tab.emit('request', document);
  tab.emit('requestfailed', document);
  expect(guard.isAwaitingResponse()).toBe(false);
  tab.emit('request', document);
  await guard.stopLoading();
  expect(guard.isAwaitingResponse()).toBe(false);
  expect(tab.protocol.sentTo('Page.stopLoading')).toHaveLength(1);
});

it('a page responds unless its evaluation takes longer than the limit', async () => {
  const fails = (message: string) => ({ 'Runtime.evaluate': () => Promise.reject(new Error(message)) });
  expect(await (await guarded()).guard.isResponsive(5)).toBe(true);
  expect(await (await guarded(fails('Timeout 5ms exceeded.'))).guard.isResponsive(5)).toBe(false);
  expect(await (await guarded(fails('Target closed'))).guard.isResponsive(5)).toBe(true);
});

it('a script that runs is ended, also in a page that does not take the command', async () => {
  const { tab, guard } = await guarded({
    'Runtime.terminateExecution': () => Promise.reject(new Error('stuck')),
  });
  await guard.interrupt();
  expect(tab.protocol.sentTo('Runtime.terminateExecution')).toHaveLength(1);
});

it('a blank page is opened with scripts disabled, which are enabled again even if it does not open', async () => {
  const visited: string[] = [];
  const { tab, guard } = await guarded(
    {},
    {
      goto: async (url: string) => {
        visited.push(url);
        throw new Error('Timeout');
      },
    },
  );
  await guard.openBlank();
  expect(visited).toEqual(['about:blank']);
  expect(tab.protocol.sentTo('Emulation.setScriptExecutionDisabled')).toEqual([
    { value: true },
    { value: false },
  ]);
});
