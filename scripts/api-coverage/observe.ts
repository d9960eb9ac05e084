import type { Exchange } from './exchange.ts';
import {
  answersOf,
  bodiesOf,
  commonStatuses,
  type Direction,
  type ItemKind,
  isField,
  type limitKeywords,
  operationsOf,
  parameterName,
} from './items.ts';
import { type ApiDocument, below, type Place, resolve, type Schema } from './schema.ts';

type Answered = Exclude<Direction, 'webhook'>;

/** What an item's limit is called in the answer that refuses a request. */
const limitErrors: Readonly<Record<string, readonly (typeof limitKeywords)[number][]>> = {
  greater_than_equal: ['minimum'],
  greater_than: ['exclusiveMinimum'],
  less_than_equal: ['maximum'],
  string_too_short: ['minLength'],
  string_too_long: ['maxLength'],
  value_error: ['exclusiveMinimum', 'minItems', 'maxItems', 'maxProperties', 'minLength', 'maxLength'],
};

/**
 * Returns the items that an exchange shows, as `<kind> <name>`: an endpoint by an answer of success, a field or value of
 * a request by a request that was accepted, a field of an answer by a value other than null, a limit by the refusal
 * that names it. A field of an answer that is null is `null <name>`.
 */
export function observe(document: ApiDocument, exchange: Exchange): ReadonlySet<string> {
  const found = new Set<string>();
  const entry = operationsOf(document)
    .filter(({ method }) => method === exchange.method)
    // The path without ids comes first: `/v1/workflows/validate` is none of a workflow.
    .sort((one, other) => one.path.split('{').length - other.path.split('{').length)
    .find(({ path }) => path === exchange.path || pattern(path).test(exchange.path));
  if (entry === undefined) return found;
  const { operation, path, method } = entry;
  const { operationId } = operation;
  const add = (kind: ItemKind, name: string) => found.add(`${kind} ${name}`);
  const { status } = exchange;
  if (status < 400) add('endpoint', `${operationId}: ${method.toUpperCase()} ${path}`);
  const isCommon = commonStatuses.includes(String(status));
  add('status', isCommon ? `every operation ${status}` : `${operationId} ${status}`);
  const answer = parse(exchange.answer);
  if (status < 400) {
    for (const { in: where, name, schema } of operation.parameters ?? []) {
      const value = where === 'query' ? exchange.query[name] : undefined;
      const given =
        where === 'path' || (where === 'header' ? exchange.headers.includes(name) : value !== undefined);
      if (!given) continue;
      const place = { name: parameterName(operationId, where, name), schema };
      add('parameter', place.name);
      for (const one of [value].flat()) addValue(place, one, 'request');
    }
    for (const place of bodiesOf(operation)) visit(place, exchange.body, 'request', 0);
  }
  for (const place of answersOf(operation, String(status))) visit(place, answer, 'response', 0);
  if (status === 422) for (const problem of problemsOf(answer)) addLimits(problem);
  return found;

  function visit(unresolved: Place, value: unknown, direction: Answered, depth: number): void {
    const place = resolve(document, unresolved);
    if (value === null || value === undefined || depth > 30) return;
    addValue(place, value, direction);
    for (const member of below(place)) {
      if (member.name === place.name) {
        if (fits(resolve(document, member).schema, value)) visit(member, value, direction, depth + 1);
      } else if (member.name.endsWith('[]')) {
        if (Array.isArray(value)) for (const one of value) visit(member, one, direction, depth + 1);
      } else if (member.name.endsWith('.*')) {
        for (const one of Object.values(Object(value))) visit(member, one, direction, depth + 1);
      } else {
        const key = member.name.slice(place.name.length + 1);
        const inner = Object(value)[key];
        if (inner === null) found.add(`null ${member.name}`);
        if (inner === undefined || inner === null) continue;
        if (isField(member, place)) add(`${direction} field`, member.name);
        visit(member, inner, direction, depth + 1);
      }
    }
  }

  function addValue({ schema, name }: Place, value: unknown, direction: Answered): void {
    for (const inner of [schema, ...(schema.anyOf ?? [])]) {
      const match = inner.enum?.find((one) => one === value);
      if (match !== undefined) add(`value of a ${direction}`, `${name} = ${match}`);
    }
  }

  function addLimits({ loc, type }: Problem): void {
    const [root, ...path] = loc;
    const places: Place[] =
      root === 'body'
        ? bodiesOf(operation).flatMap((place) => follow(place, path))
        : (operation.parameters ?? [])
            .filter(({ in: where, name }) => where === root && name === path[0])
            .map(({ in: where, name, schema }) => ({
              schema,
              name: parameterName(operationId, where, name),
            }));
    for (const { schema, name } of places) {
      for (const inner of [schema, ...(schema.anyOf ?? [])]) {
        for (const keyword of limitErrors[type] ?? []) {
          if (inner[keyword] !== undefined) add('limit', `${name}: ${keyword} ${inner[keyword]}`);
        }
      }
    }
  }

  function follow(unresolved: Place, path: readonly string[]): Place[] {
    const place = resolve(document, unresolved);
    const [key, ...rest] = path;
    const alternatives = below(place).filter((member) => member.name === place.name);
    const inner = alternatives.flatMap((member) => follow(member, path));
    if (key === undefined) return [place, ...inner];
    const members = below(place).filter(
      ({ name }) => name === `${place.name}.${key}` || (/^\d+$/.test(key) && name === `${place.name}[]`),
    );
    return [...members.flatMap((member) => follow(member, rest)), ...inner];
  }
}

function pattern(path: string): RegExp {
  return new RegExp(`^${path.replaceAll('.', '\\.').replaceAll(/\{\w+\}/g, '[^/{}]+')}/?$`);
}

interface Problem {
  readonly loc: readonly string[];
  readonly type: string;
}

function problemsOf(answer: unknown): readonly Problem[] {
  const { detail } = Object(answer) as { readonly detail?: unknown };
  return Array.isArray(detail) ? detail : [];
}

/** Whether a value can be of an alternative: its type, and the members with one value, such as `block_type`. */
function fits({ type, const: only, enum: values, properties = {} }: Schema, value: unknown): boolean {
  if (only !== undefined) return only === value;
  if (values !== undefined) return values.includes(value);
  if (type === undefined) return true;
  const own = typeOf(value);
  if (![type].flat().some((one) => one === own || (one === 'number' && own === 'integer'))) return false;
  return Object.entries(properties).every(
    ([name, { const: expected }]) => expected === undefined || expected === Object(value)[name],
  );
}

function typeOf(value: unknown): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'array';
  if (Number.isInteger(value)) return 'integer';
  return typeof value;
}

function parse(answer: string | undefined): unknown {
  try {
    return answer === undefined ? undefined : JSON.parse(answer);
  } catch {
    return undefined;
  }
}
