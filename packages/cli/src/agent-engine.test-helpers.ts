import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { agentBlocks } from '@runwright/agent';
import { createEngine, type Engine, egressPolicy } from '@runwright/core';
import { playwrightDriver } from '@runwright/driver-playwright';
import { openaiModel } from '@runwright/model-openai';
import { type Script, type ScriptedEndpoint, scriptedEndpoint } from '@runwright/testing';
import { browserUnderTest } from '@runwright/testing/browser';

/** An engine with agent, browser and scripted model, and a site on loopback. */
export interface AgentEngine extends AsyncDisposable {
  readonly engine: Engine;
  readonly model: ScriptedEndpoint;
  readonly organizationId: string;
  /** Origin of the site. */
  readonly site: string;
}

/** Starts it. `answer` returns the body of a page of the site by its path; `outputTokens` limits the model. */
export async function startAgentEngine(options: {
  readonly script: Script;
  readonly answer: (path: string) => string;
  readonly outputTokens?: number;
}): Promise<AgentEngine> {
  const server = createServer(({ url = '/' }, response) => {
    response.setHeader('content-type', 'text/html; charset=utf-8');
    response.end(`<!doctype html><link rel="icon" href="data:,">${options.answer(url)}`);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const site = originOf(server);
  const { outputTokens } = options;
  const model = await scriptedEndpoint({
    script: options.script,
    ...(outputTokens === undefined ? {} : { outputTokens }),
  });
  const stateFolder = await mkdtemp(join(tmpdir(), 'runwright-agent-'));
  const engine = await createEngine({
    blocks: agentBlocks(),
    drivers: {
      browser: playwrightDriver({ stateFolder, ...browserUnderTest() }),
      model: openaiModel({ apiKey: model.apiKey, baseUrl: model.url, model: model.model }),
      egress: egressPolicy({ allowedHosts: [new URL(site).host] }),
    },
  });
  await engine.start();
  const { organizationId } = await engine.organizations.first();
  return {
    ...{ engine, model, organizationId, site },
    async [Symbol.asyncDispose]() {
      await engine.close();
      await model.close();
      server.closeAllConnections();
      server.close();
      await rm(stateFolder, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

function originOf(server: Server): string {
  const address = server.address();
  return `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`;
}
