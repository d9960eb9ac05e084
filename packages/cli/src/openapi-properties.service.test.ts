import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openService } from './openapi.test-helpers.ts';
import { brokenValuesOf, valuesOf, type Wire } from './schema-arbitraries.test-helpers.ts';

type Service = Awaited<ReturnType<typeof openService>>;

/** Operations that stream, or that are no HTTP exchange. */
const withoutAnswer: ReadonlySet<string> = new Set(['streamRunEvents', 'watchBrowserSession']);

let service: Service;
let operations: readonly Operation[];
let judge: Ajv2020;
/** Ids that answers named, by the name of the path parameter that takes them. */
const ids = new Map<string, string[]>();

beforeAll(async () => {
  service = await openService({ anyKey: true });
  const { document } = service;
  judge = new Ajv2020({ strict: false, allErrors: true });
  (addFormats as unknown as (ajv: Ajv2020) => void)(judge);
  judge.addSchema(document, 'document');
  operations = Object.entries<Wire>(document.paths).flatMap(([path, methods]) =>
    Object.entries<Wire>(methods).flatMap(([method, operation]) =>
      withoutAnswer.has(operation.operationId) ? [] : [{ path, method, operation }],
    ),
  );
});
beforeEach(() => ids.clear());
afterAll(() => service.close());

interface Operation {
  readonly path: string;
  readonly method: string;
  readonly operation: Wire;
}

const bodyOf = ({ operation }: Operation): Wire | undefined =>
  operation.requestBody?.content['application/json']?.schema;

/** Path with ids that exist, or with one that does not when there is none or `pick` says so. */
function pathOf({ path }: Operation, pick: number): string {
  return path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const known = (ids.get(name) ?? []).filter((id) => id !== service.organizationId);
    const unknown = `${known[0]?.replace(/\d.*$/, '') ?? 'x_'}999999999999999999`;
    return pick % 5 === 0 ? unknown : (known[pick % Math.max(1, known.length)] ?? unknown);
  });
}

function queryOf({ operation }: Operation, value: Wire): string {
  const query = new URLSearchParams();
  for (const { name, in: place } of operation.parameters ?? []) {
    if (place === 'query' && value[name] !== undefined) {
      for (const item of [value[name]].flat()) {
        query.append(name, typeof item === 'object' ? JSON.stringify(item) : String(item));
      }
    }
  }
  return query.size === 0 ? '' : `?${query}`;
}

const queryValues = ({ operation }: Operation): fc.Arbitrary<Wire> =>
  fc.record(
    Object.fromEntries(
      (operation.parameters ?? [])
        .filter((parameter: Wire) => parameter.in === 'query')
        .map((parameter: Wire) => [parameter.name, valuesOf(parameter.schema, service.document)]),
    ),
    { requiredKeys: [] },
  );

async function exchange(operation: Operation, url: string, body: Wire) {
  const answer = await service.call(operation.method.toUpperCase(), url, body);
  const said = `${operation.method} ${url} ${JSON.stringify(body)?.slice(0, 2_000)} -> ${answer.status} ${answer.text.slice(0, 1_000)}`;
  // Sessions are limited in number, and nothing here closes them.
  const isFull = operation.operation.operationId === 'createBrowserSession' && answer.status === 503;
  if (!isFull) expect(answer.status, said).toBeLessThan(500);
  const declared = operation.operation.responses;
  const key = answer.status in declared ? String(answer.status) : 'default';
  const pointer = ['paths', operation.path, operation.method, 'responses', key];
  const response = declared[key].$ref
    ? service.document.components.responses[declared[key].$ref.split('/').at(-1)]
    : declared[key];
  if (response.content?.['application/json'] && operation.method !== 'head') {
    const base = declared[key].$ref
      ? declared[key].$ref.slice(1)
      : `/${pointer.map((part) => part.replaceAll('~', '~0').replaceAll('/', '~1')).join('/')}`;
    const reference = encodeURI(`${base}/content/application~1json/schema`);
    const fits = judge.validate({ $ref: `document#${reference}` }, answer.json());
    expect(fits, `${said}\n${judge.errorsText()}`).toBe(true);
    remember(answer.json());
  }
  return answer;
}

/** Keeps the ids of an answer, so that later requests use what earlier ones created. */
function remember(value: Wire): void {
  if (typeof value !== 'object' || value === null) return;
  for (const [name, member] of Object.entries(value)) {
    if (name.endsWith('_id') && typeof member === 'string') {
      const known = ids.get(name) ?? [];
      if (!known.includes(member) && known.length < 50) ids.set(name, [...known, member]);
    } else remember(member);
  }
  if (typeof value.workflow_permanent_id === 'string') remember({ workflow_id: value.workflow_permanent_id });
}

/** What the lists of the organization hold; a refused request changes none of it. */
async function stored(): Promise<unknown> {
  const { engine, organizationId } = service;
  const count = async (list: Promise<{ readonly items: readonly unknown[] }>) => (await list).items.length;
  return Promise.all([
    count(engine.runs.list(organizationId, { pageSize: 1000 })),
    count(engine.workflows.list(organizationId, { pageSize: 1000 })),
    count(engine.folders.list(organizationId, { pageSize: 1000 })),
    count(engine.credentials.list(organizationId, { pageSize: 1000 })),
    count(engine.scripts.list(organizationId, { pageSize: 1000 })),
  ]);
}

describe.each([
  { count: '100', numRuns: 100, options: {} },
  { count: '10,000', numRuns: 10_000, options: { tags: ['extended'], timeout: 1_800_000 } },
])('$count requests', ({ numRuns, options }) => {
  it(
    'that fit the document are never answered with 5xx, and every answer fits its schema',
    options,
    async () => {
      const request = fc.oneof(
        ...operations.map((operation) => {
          const schema = bodyOf(operation);
          const body = schema === undefined ? fc.constant(undefined) : valuesOf(schema, service.document);
          return fc.record({
            ...{ operation: fc.constant(operation), pick: fc.nat(10_000) },
            ...{ body, query: queryValues(operation) },
          });
        }),
      );
      await fc.assert(
        fc.asyncProperty(request, async ({ operation, pick, body, query }) => {
          await exchange(operation, pathOf(operation, pick) + queryOf(operation, query), body);
        }),
        { numRuns, seed: 42, endOnFailure: true },
      );
    },
  );

  it(
    'with one mistake are answered with 422 at its place, and nothing of them is stored',
    options,
    async () => {
      const breakable = operations.flatMap((operation) => {
        const schema = bodyOf(operation);
        const broken = schema === undefined ? null : brokenValuesOf(schema, service.document);
        const isAlias = 'x-alias-of' in operation.operation;
        return broken === null || isAlias || operation.path.includes('{') ? [] : [{ operation, broken }];
      });
      expect(breakable.length).toBeGreaterThan(10);
      const before = await stored();
      const request = fc.oneof(
        ...breakable.map(({ operation, broken }) => fc.record({ operation: fc.constant(operation), broken })),
      );
      await fc.assert(
        fc.asyncProperty(request, async ({ operation, broken: { value, place } }) => {
          const { status, text } = await exchange(operation, operation.path, value);
          const said = `${operation.method} ${operation.path} ${JSON.stringify(value).slice(0, 2_000)} -> ${status} ${text}`;
          expect(status, said).toBe(422);
          const items: readonly Wire[] = JSON.parse(text).detail;
          // A rule about two members together is told of the body, and the definition is not looked at then.
          const isAtPlace = items.some(
            ({ loc, type }) =>
              loc.slice(0, 2).join('.') === `body.${place}` || (loc.length === 1 && type === 'value_error'),
          );
          expect(isAtPlace, said).toBe(true);
        }),
        { numRuns, seed: 43, endOnFailure: true },
      );
      expect(await stored()).toEqual(before);
    },
  );
});
