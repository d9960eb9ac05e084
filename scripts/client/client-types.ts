import { createEngine } from '@runwright/core';
import { httpAdapter } from '@runwright/http-adapter';
import fastify from 'fastify';
import openapiTS, { astToString } from 'openapi-typescript';

/** Path from the root of the file that `clientTypes` is written to. */
export const clientTypesPath = 'packages/client/src/api.generated.ts';

const head = `// Written by \`npm run client:types\` from the OpenAPI document of the service. Do not edit.\n`;

/** Returns the OpenAPI document of a service without a worker, as it is served at `/openapi.json` for its host. */
export async function servedDocument(): Promise<object> {
  const engine = await createEngine({});
  const app = fastify();
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

/** Returns the source text of the client's types for an OpenAPI document. */
export async function clientTypes(document: object): Promise<string> {
  const nodes = await openapiTS(JSON.stringify(withOptionalDefaults(document)), {
    defaultNonNullable: false,
  });
  // Not a tag of TSDoc: the text alone is the description.
  return head + astToString(nodes).replaceAll(/(\* )@description /g, '$1');
}

/** Returns the document without the demand that a request has members for which the service has a default. */
function withOptionalDefaults(document: object): object {
  const copy = structuredClone(document) as {
    paths?: Record<string, Record<string, { requestBody?: unknown }>>;
  };
  for (const operations of Object.values(copy.paths ?? {})) {
    for (const { requestBody } of Object.values(operations)) makeDefaultsOptional(requestBody);
  }
  return copy;
}

function makeDefaultsOptional(value: unknown): void {
  if (typeof value !== 'object' || value === null) return;
  const schema = value as { required?: unknown; properties?: Record<string, object> };
  if (Array.isArray(schema.required) && schema.properties) {
    const { properties } = schema;
    schema.required = schema.required.filter((name) => !('default' in (properties[name] ?? {})));
  }
  for (const inner of Object.values(value)) makeDefaultsOptional(inner);
}
