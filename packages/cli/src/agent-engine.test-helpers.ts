import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { agentBlocks } from '@runwright/agent';
import type { LanguageModel } from '@runwright/contract';
import { createEngine, type Engine, egressPolicy } from '@runwright/core';
import { openaiModel } from '@runwright/model-openai';
import { type Script, type ScriptedEndpoint, scriptedEndpoint } from '@runwright/testing';
import { sharedBrowser } from './shared-browser.test-helpers.ts';

/** An engine with agent, scripted model and a site on loopback; its browsers are contexts of the shared browser, without recordings. */
export interface AgentEngine extends AsyncDisposable {
  readonly engine: Engine;
  readonly model: ScriptedEndpoint;
  readonly organizationId: string;
  /** Origin of the site. */
  readonly site: string;
}

/** Values of {@link startAgentEngine}. */
export interface AgentEngineOptions {
  readonly script: Script;
  /** The site: the origin of one that runs, or what returns the body of a page by its path; a path that ends with `.txt` is plain text. */
  readonly site: string | ((path: string) => string);
  /** Limits the answers of the model. */
  readonly outputTokens?: number;
  /** Model of the computer-use engines. Default: the scripted one. */
  readonly computerModel?: LanguageModel;
}

/** Starts it. */
export async function startAgentEngine(options: AgentEngineOptions): Promise<AgentEngine> {
  const server = typeof options.site === 'string' ? null : await startSite(options.site);
  const site = server ? originOf(server) : String(options.site);
  const { outputTokens } = options;
  const model = await scriptedEndpoint({
    script: options.script,
    ...(outputTokens === undefined ? {} : { outputTokens }),
  });
  const scripted = openaiModel({ apiKey: model.apiKey, baseUrl: model.url, model: model.model });
  const engine = await createEngine({
    blocks: agentBlocks(),
    drivers: {
      browser: sharedBrowser(),
      model: (purpose) => (purpose === 'cua' ? (options.computerModel ?? scripted) : scripted),
      egress: egressPolicy({ allowedHosts: [new URL(site).host] }),
    },
    settings: { recordings: { video: false, har: false, console: false } },
  });
  await engine.start();
  const { organizationId } = await engine.organizations.first();
  return {
    ...{ engine, model, organizationId, site },
    async [Symbol.asyncDispose]() {
      await engine.close();
      await model.close();
      server?.closeAllConnections();
      server?.close();
    },
  };
}

async function startSite(answer: (path: string) => string): Promise<Server> {
  const server = createServer(({ url = '/' }, response) => {
    const isText = url.endsWith('.txt');
    response.setHeader('content-type', `text/${isText ? 'plain' : 'html'}; charset=utf-8`);
    response.end(isText ? answer(url) : `<!doctype html><link rel="icon" href="data:,">${answer(url)}`);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return server;
}

function originOf(server: Server): string {
  const address = server.address();
  return `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`;
}
