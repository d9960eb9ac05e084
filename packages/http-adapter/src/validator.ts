import type { TSchema } from '@runwright/contract';
import { compileSchema } from '@runwright/core';
import type { FastifySchemaCompiler } from 'fastify';
import { type RequestPart, RequestProblems } from './error-response.ts';

const parts: Readonly<Record<string, RequestPart>> = {
  body: 'body',
  querystring: 'query',
  params: 'path',
  headers: 'header',
};

/** Validates requests with the engine's own schema compiler, so that HTTP and embedding refuse the same things. */
export const validatorCompiler: FastifySchemaCompiler<TSchema> = ({ schema, httpPart }) => {
  const part = parts[httpPart ?? 'body'] ?? 'body';
  // Compiled with the first request: a service has hundreds of schemas, which took a third of its start.
  let check: ReturnType<typeof compileSchema> | undefined;
  return (value: unknown) => {
    if (part === 'body' && (typeof value !== 'object' || value === null || Array.isArray(value))) {
      return { error: new RequestProblems('body', [bodyProblem(value)]) };
    }
    check ??= compileSchema(schema, { source: part === 'body' ? 'json' : 'text' });
    const result = check(part === 'query' ? gatherMembers(schema, value) : value);
    return result.ok ? { value: result.value } : { error: new RequestProblems(part, result.problems) };
  };
};

/** Makes one object of the parameters `name[member]` of each `name` whose schema is an object: `deepObject` of OpenAPI. */
function gatherMembers(
  { properties }: { readonly properties?: Readonly<Record<string, { readonly type?: string }>> },
  query: unknown,
) {
  const entries = Object.entries(query ?? {});
  const names = Object.keys(properties ?? {}).filter((name) => properties?.[name]?.type === 'object');
  const gathered = names.flatMap((name) => {
    const members = entries.flatMap(([key, value]) =>
      key.startsWith(`${name}[`) && key.endsWith(']') ? [[key.slice(name.length + 1, -1), value]] : [],
    );
    return members.length > 0 ? [[name, Object.fromEntries(members)]] : [];
  });
  return gathered.length > 0 ? Object.fromEntries([...entries, ...gathered]) : query;
}

function bodyProblem(value: unknown) {
  if (value === undefined || value === null) return { path: [], message: 'Field required', type: 'missing' };
  return { path: [], message: 'Input should be an object', type: 'model_attributes_type' };
}
