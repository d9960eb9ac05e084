import { once } from 'node:events';
import { createServer } from 'node:http';
import { type Script, type ScriptedEndpoint, scriptedEndpoint } from '@runwright/testing';
import { browserUnderTest } from '@runwright/testing/browser';
import { createRunwright } from './create-runwright.ts';
import type { Runwright, RunwrightOptions } from './runwright.ts';

/** Verbs with a scripted model, and a site on loopback. */
export interface VerbsUnderTest extends AsyncDisposable {
  readonly runwright: Runwright;
  readonly model: ScriptedEndpoint;
  /** Origin of the site. */
  readonly site: string;
}

/** Starts them. The site answers each path with its page, and 404 for every other. */
export async function startVerbs(
  pages: Readonly<Record<string, string>>,
  script: Script,
  options: Partial<RunwrightOptions> = {},
): Promise<VerbsUnderTest> {
  const server = createServer(({ url = '/' }, response) => {
    const page = pages[url];
    response.writeHead(page === undefined ? 404 : 200, { 'content-type': 'text/html; charset=utf-8' });
    response.end(`<!doctype html><link rel="icon" href="data:,">${page ?? 'not found'}`);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const host = `127.0.0.1:${typeof address === 'object' ? address?.port : ''}`;
  const model = await scriptedEndpoint({ script });
  const runwright = await createRunwright({
    model: { provider: 'openai', apiKey: model.apiKey, baseUrl: model.url, name: model.model },
    allowedHosts: [host],
    browser: browserUnderTest(),
    ...options,
  });
  return {
    ...{ runwright, model, site: `http://${host}` },
    async [Symbol.asyncDispose]() {
      await runwright.close();
      await model.close();
      server.closeAllConnections();
      server.close();
    },
  };
}
