import { agentBlocks } from '@runwright/agent';
import { ioBlocks } from '@runwright/blocks-io';
import { createEngine } from '@runwright/core';
import { httpAdapter, httpUrls, serverOptions } from '@runwright/http-adapter';
import fastify from 'fastify';
import type { ApiDocument } from './schema.ts';

/** Returns the OpenAPI document of a hosted service: with all blocks, and the routes of the host's own organization. */
export async function hostedDocument(): Promise<ApiDocument> {
  const engine = await createEngine({ blocks: [...agentBlocks(), ...ioBlocks], urls: httpUrls() });
  const app = fastify(serverOptions());
  try {
    const { organizationId } = await engine.organizations.first();
    await app.register(httpAdapter, { engine, version: '0.1.0', hostOrganizationId: organizationId });
    await app.ready();
    return (await app.inject('/openapi.json')).json();
  } finally {
    await app.close();
    await engine.close();
  }
}
