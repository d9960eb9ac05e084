import { type ApiDocument, below, type OperationNode, type Place, resolve, type Schema } from './schema.ts';

/** Kinds of what the API promises, in the order of the page. */
export const itemKinds = [
  'endpoint',
  'parameter',
  'request field',
  'response field',
  'value of a request',
  'value of a response',
  'limit',
  'status',
  'webhook member',
] as const;
export type ItemKind = (typeof itemKinds)[number];

/** One thing that the API promises. */
export interface Item {
  readonly kind: ItemKind;
  /** `runTask`, `Run.status`, `Run.status = queued`, `runTask 404`; unique within the kind. */
  readonly name: string;
}

export const limitKeywords = [
  'minimum',
  'maximum',
  'exclusiveMinimum',
  'minLength',
  'maxLength',
  'minItems',
  'maxItems',
  'maxProperties',
] as const;

/** The direction of a place: what is sent to the service, what it answers, or what it sends by itself. */
export type Direction = 'request' | 'response' | 'webhook';

const fieldKinds = {
  request: 'request field',
  response: 'response field',
  webhook: 'webhook member',
} as const satisfies Readonly<Record<Direction, ItemKind>>;

/** Returns all that an OpenAPI document promises, without what the twins of routes repeat. */
export function itemsOf(document: ApiDocument): readonly Item[] {
  const items = new Map<string, Item>();
  const add = (kind: ItemKind, name: string) => items.set(`${kind} ${name}`, { kind, name });
  for (const { operation, path, method } of operationsOf(document)) {
    const { operationId } = operation;
    add('endpoint', `${operationId}: ${method.toUpperCase()} ${path}`);
    for (const status of Object.keys(operation.responses)) {
      if (status === 'default') continue;
      add(
        'status',
        commonStatuses.includes(status) ? `every operation ${status}` : `${operationId} ${status}`,
      );
    }
    if (isTwin(path)) continue;
    for (const { in: where, name, schema } of operation.parameters ?? []) {
      const place = { name: parameterName(operationId, where, name), schema };
      add('parameter', place.name);
      addValues(place, 'request');
    }
    for (const place of bodiesOf(operation)) walk(place, 'request', new Set());
    for (const place of answersOf(operation)) walk(place, 'response', new Set());
  }
  for (const { operation } of webhooksOf(document)) {
    for (const { in: where, name } of operation.parameters ?? []) {
      add('webhook member', parameterName(operation.operationId, where, name));
    }
    for (const place of bodiesOf(operation)) walk(place, 'webhook', new Set());
  }
  return [...items.values()];

  function walk(unresolved: Place, direction: Direction, seen: ReadonlySet<Schema>): void {
    const place = resolve(document, unresolved);
    if (seen.has(place.schema)) return;
    addValues(place, direction);
    for (const member of below(place)) {
      if (isField(member, place)) add(fieldKinds[direction], member.name);
      walk(member, direction, new Set([...seen, place.schema]));
    }
  }

  function addValues({ schema, name }: Place, direction: Direction): void {
    if (direction === 'webhook') return;
    for (const value of schema.enum ?? []) add(`value of a ${direction}`, `${name} = ${value}`);
    if (direction === 'response') return;
    for (const inner of [schema, ...(schema.anyOf ?? [])]) {
      for (const keyword of limitKeywords) {
        if (inner[keyword] !== undefined) add('limit', `${name}: ${keyword} ${inner[keyword]}`);
      }
    }
  }
}

/** Whether a place is a member with a name of its own. */
export function isField(member: Place, parent: Place): boolean {
  return member.name !== parent.name && !/(\[\]|\.\*)$/.test(member.name);
}

export function parameterName(operationId: string, where: string, name: string): string {
  return where === 'path' ? `${operationId} {${name}}` : `${operationId} ${where} ${name}`;
}

/** Returns the operations of a document with their paths and methods. */
export function operationsOf({ paths }: Pick<ApiDocument, 'paths'>) {
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
  );
}

function webhooksOf({ webhooks }: ApiDocument) {
  return operationsOf({ paths: webhooks });
}

/** Whether a path repeats another under a second name; `agent-routes.test.ts` compares the two. */
function isTwin(path: string): boolean {
  return path.startsWith('/v1/agents') || path === '/v1/run/agents' || path === '/api/v1/models';
}

export function bodiesOf({ operationId, requestBody }: OperationNode): readonly Place[] {
  return Object.values(requestBody?.content ?? {}).flatMap(({ schema }) =>
    schema === undefined ? [] : [{ schema, name: `${operationId} body` }],
  );
}

/**
 * Returns the JSON answers of an operation; what all operations have in common is left out.
 *
 * @param only the status whose answers are wanted; default: every status
 */
export function answersOf({ operationId, responses }: OperationNode, only?: string): readonly Place[] {
  return Object.entries(responses).flatMap(([status, { content }]) => {
    const schema = content?.['application/json']?.schema;
    const isWanted = schema !== undefined && (only ?? status) === status;
    return isWanted ? [{ schema, name: `${operationId} answer` }] : [];
  });
}

/** Statuses that most operations have, for reasons that are not their own. */
export const commonStatuses: readonly string[] = [
  '400',
  '403',
  '413',
  '415',
  '421',
  '422',
  '429',
  '500',
  '503',
];
