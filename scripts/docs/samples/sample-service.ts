import { agentBlocks } from '@runwright/agent';
import { ioBlocks } from '@runwright/blocks-io';
import type { LanguageModel } from '@runwright/contract';
import { createEngine, type Engine } from '@runwright/core';
import { httpAdapter, httpUrls, serverOptions } from '@runwright/http-adapter';
import fastify from 'fastify';

/** A request of a sample: a method, a path with its query, and a body. */
export interface SampleRequest {
  readonly method: string;
  /** A path of the service, with the query. */
  readonly path: string;
  readonly body: unknown;
}

/** The service with all routes and blocks, without a worker, so that nothing that is started is executed. */
export interface SampleService {
  readonly engine: Engine;
  /** Returns what is wrong with a request, by the OpenAPI document and by the answer of the service; null for nothing. */
  check(request: SampleRequest): Promise<string | null>;
  /** Returns what is wrong with a path that is only named, such as that of an upload. */
  checkRoute(method: string, path: string): string | null;
  close(): Promise<void>;
}

interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
}

interface Operation {
  readonly parameters?: readonly { readonly name: string; readonly in: string }[];
}

/** Paths that the service has beside those of its OpenAPI document, each with what serves it. */
const otherPaths: Readonly<Record<string, readonly string[]>> = {
  // The Model Context Protocol, by `@runwright/mcp`.
  '/mcp': ['POST', 'GET', 'DELETE'],
  // The document itself and its page, by `@fastify/swagger`.
  '/openapi.json': ['GET'],
  '/docs': ['GET'],
};

const model: LanguageModel = {
  specVersion: 'v1',
  id: 'sample',
  provider: 'sample',
  can: { images: true, jsonSchema: true, jsonObject: true, tools: true, promptCache: 'none' },
  generate: () => Promise.reject(new Error('No sample is executed here.')),
};

/** Opens the service that requests of samples are sent to. */
export async function openSampleService(): Promise<SampleService> {
  const engine = await createEngine({
    blocks: [...agentBlocks(), ...ioBlocks],
    urls: httpUrls(),
    // Samples name hosts that do not exist.
    drivers: { model, egress: { check: async (url) => ({ url: new URL(url), addresses: [] }) } },
  });
  const { organizationId } = await engine.organizations.first();
  const app = fastify(serverOptions());
  await app.register(httpAdapter, {
    ...{ engine, version: '1.0.0', hostOrganizationId: organizationId },
    authenticate: async () => organizationId,
  });
  await app.ready();
  const document: Document = (await app.inject({ url: '/openapi.json' })).json();
  const checkRoute: SampleService['checkRoute'] = (method, path) => routeProblem(document, method, path);
  return {
    engine,
    checkRoute,
    async check({ method, path, body }) {
      const problem = checkRoute(method, path);
      if (problem !== null) return problem;
      const answer = await app.inject({
        method: method as 'GET',
        url: path,
        ...(body === undefined
          ? {}
          : { headers: { 'content-type': 'application/json' }, payload: JSON.stringify(body) }),
      });
      // 404, 409 and 5xx are about ids and browsers that a sample cannot have here.
      return [400, 405, 415, 422].includes(answer.statusCode)
        ? `the service answers ${answer.statusCode}: ${answer.body}`
        : null;
    },
    async close() {
      await app.close();
      await engine.close();
    },
  };
}

function routeProblem(document: Document, method: string, path: string): string | null {
  const [name = '', query = ''] = path.split('?');
  if (otherPaths[name]?.includes(method)) return null;
  const routes = Object.entries(document.paths).filter(([template]) => matches(template, name));
  // OpenAPI matches a concrete path before one with a parameter.
  const [, route] = routes.find(([template]) => !template.includes('{')) ?? routes[0] ?? [];
  if (!route) return `the service has no path \`${name}\``;
  const operation = route[method.toLowerCase()];
  if (!operation) return `\`${name}\` has no method ${method}`;
  const known = (operation.parameters ?? []).filter(({ in: place }) => place === 'query');
  const unknown = [...new URLSearchParams(query).keys()].find(
    (key) => !known.some((one) => one.name === key),
  );
  return unknown === undefined ? null : `\`${method} ${name}\` has no query parameter \`${unknown}\``;
}

function matches(template: string, path: string): boolean {
  const pattern = template.replace(/[.*+?^$()|[\]\\]/g, '\\$&').replace(/\{[^}]+\}/g, '[^/]+');
  return new RegExp(`^${pattern}$`).test(path);
}
