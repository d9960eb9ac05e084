import { agentBlocks } from '@runwright/agent';
import { createEngine } from '@runwright/core';
import { httpAdapter, httpUrls, serverOptions } from '@runwright/http-adapter';
import { fakeBrowser, scriptedModel } from '@runwright/testing';
import fastify from 'fastify';

/** An operation of the OpenAPI document. */
export interface Operation {
  readonly operationId: string;
  readonly method: string;
  readonly path: string;
  readonly example: unknown;
  readonly mediaTypes: readonly string[];
}

/** The service with all routes and block types in this process, its document, and calls with a key of all scopes. */
export async function openService() {
  const egress = { check: async (url: string | URL) => ({ url: new URL(url), addresses: [] }) };
  const engine = await createEngine({
    blocks: agentBlocks(),
    urls: httpUrls(),
    drivers: { browser: fakeBrowser({ pages: [] }), egress, model: scriptedModel({ answers: [] }) },
  });
  const { organizationId } = await engine.organizations.first();
  const { text: key } = await engine.keys.create(organizationId, { name: 'test' });
  const app = fastify(serverOptions());
  await app.register(httpAdapter, { engine, version: '1.2.3', hostOrganizationId: organizationId });
  await app.ready();
  const document = (await app.inject({ url: '/openapi.json' })).json();
  const call = async (method: string, url: string, body?: unknown) => {
    const answer = await app.inject({
      method: method as 'GET',
      url,
      headers: { 'x-api-key': key, ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
      ...(body === undefined ? {} : { payload: JSON.stringify(body) }),
    });
    return { status: answer.statusCode, text: answer.body, json: () => answer.json() };
  };
  const close = async () => {
    await app.close();
    await engine.close();
  };
  return { engine, organizationId, document, call, close };
}

/** Returns the operations of a document. */
export function operationsOf(document: {
  readonly paths: Readonly<Record<string, Readonly<Record<string, WireOperation>>>>;
}): readonly Operation[] {
  return Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { operationId, requestBody }]) => ({
      ...{ operationId, method: method.toUpperCase(), path },
      mediaTypes: Object.keys(requestBody?.content ?? {}),
      example: requestBody?.content['application/json']?.example,
    })),
  );
}

interface WireOperation {
  readonly operationId: string;
  readonly requestBody?: { readonly content: Readonly<Record<string, { readonly example?: unknown }>> };
}
