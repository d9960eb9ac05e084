import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openService } from './openapi.test-helpers.ts';
import { alternatives, type RequestPlace, requestPlaces, smallest } from './request-places.test-helpers.ts';

type Wire = ReturnType<typeof JSON.parse>;
let service: Awaited<ReturnType<typeof openService>>;
let places: readonly RequestPlace[];
beforeAll(async () => {
  service = await openService();
  places = requestPlaces(service.document);
});
afterAll(() => service.close());

/** Sends a request with a value for one member, and returns what the answer says of that member. */
async function problemsWith(place: RequestPlace, value: unknown): Promise<readonly string[]> {
  const { method, path } = place;
  const { body, query, headers } = place.make(value);
  const search = new URLSearchParams(query).toString();
  const url = `${path.replaceAll(/\{\w+\}/g, 'wpid_1')}${search && `?${search}`}`;
  // A route with a body reads none of a request without one.
  const isRead = method === 'GET' || method === 'DELETE' || body !== undefined;
  const answer = await service.call(method, url, isRead ? body : {}, headers);
  expect(answer.status, `${method} ${url} ${JSON.stringify(body)}: ${answer.text}`).toBeLessThan(500);
  // Each takes a browser, and there are ten.
  if (path === '/v1/browser_sessions' && answer.status === 200) {
    await service.call('POST', `${path}/${answer.json().browser_session_id}/close`);
  }
  if (answer.status !== 422) return [];
  const { detail } = answer.json();
  // The member that tells of what kind an object is: the place is the object.
  const isTag = /\.(block_type|parameter_type)$/.test(place.name);
  const expected = (isTag ? place.loc.slice(0, -1) : place.loc).join('.');
  return detail.filter(({ loc }: Wire) => loc.join('.') === expected).map(({ type }: Wire) => type);
}

/** For each limit: its error, the last value within it, and the first beyond. */
const limits: Readonly<
  Record<string, (limit: number, one: unknown) => readonly [type: string, within: unknown, beyond: unknown]>
> = {
  minimum: (limit) => ['greater_than_equal', limit, limit - 1],
  maximum: (limit) => ['less_than_equal', limit, limit + 1],
  exclusiveMinimum: (limit) => ['value_error', limit + 0.5, limit],
  minLength: (limit) => ['string_too_short', 'x'.repeat(limit), 'x'.repeat(limit - 1)],
  maxLength: (limit) => ['string_too_long', 'x'.repeat(limit), 'x'.repeat(limit + 1)],
  minItems: (limit, one) => ['value_error', Array(limit).fill(one), Array(limit - 1).fill(one)],
  maxItems: (limit, one) => ['value_error', Array(limit).fill(one), Array(limit + 1).fill(one)],
  maxProperties: (limit) => ['value_error', members(limit), members(limit + 1)],
};

function members(count: number): Wire {
  return Object.fromEntries(Array.from({ length: count }, (_, index) => [`m${index}`, 'x']));
}

describe('each member of each request', { timeout: 90_000 }, () => {
  it('has its limits: what is within is not refused for it, what is beyond is, at its place', async () => {
    const wrong: unknown[] = [];
    let count = 0;
    for (const place of places) {
      for (const schema of alternatives(service.document, place.schema)) {
        for (const [keyword, valuesOf] of Object.entries(limits)) {
          if (schema[keyword] === undefined) continue;
          count += 1;
          const entry = smallest(service.document, schema.items ?? {});
          const [ownType, within, beyond] = valuesOf(schema[keyword], entry);
          // Headers have no types of their own.
          const type = place.loc[0] === 'header' ? 'value_error' : ownType;
          const accepted = await problemsWith(place, within);
          const refused = await problemsWith(place, beyond);
          if (accepted.includes(type) || !refused.includes(type)) {
            wrong.push([place.name, keyword, schema[keyword], accepted, refused]);
          }
        }
      }
    }
    expect(wrong).toEqual([]);
    expect(count).toBeGreaterThan(200);
  });

  it('takes each value of its enumeration, and refuses another one with their names', async () => {
    const wrong: unknown[] = [];
    let count = 0;
    for (const place of places) {
      for (const schema of alternatives(service.document, place.schema)) {
        if (schema.enum === undefined) continue;
        for (const value of schema.enum) {
          count += 1;
          const problems = await problemsWith(place, value);
          if (problems.includes('enum')) wrong.push([place.name, value, problems]);
        }
        const problems = await problemsWith(place, 'another value');
        if (problems.length === 0) wrong.push([place.name, 'another value', problems]);
      }
    }
    expect(wrong).toEqual([]);
    expect(count).toBeGreaterThan(150);
  });

  it('takes a value of its type, and refuses one of another type at its place', async () => {
    const wrong: unknown[] = [];
    let count = 0;
    for (const place of places.filter(({ loc }) => loc[0] === 'body')) {
      const schemas = alternatives(service.document, place.schema);
      const types = new Set(schemas.map(typeOf));
      // A member may be any JSON, such as the schema of what is extracted.
      if (types.size === 0 || types.has('any')) continue;
      count += 1;
      const fitting = await problemsWith(place, smallest(service.document, schemas[0]));
      if (fitting.some((type) => typeError.test(type))) wrong.push([place.name, 'fits', fitting]);
      const other = others.find(([type]) => !types.has(type));
      const refused = await problemsWith(place, other?.[1]);
      if (other !== undefined && refused.length === 0) wrong.push([place.name, other, refused]);
    }
    expect(wrong).toEqual([]);
    expect(count).toBeGreaterThan(300);
  });
});

const typeError = /^(string|dict|list|bool)_type$|^(int|float|bool)_parsing$/;

/** Values by their types; what is tried first is least like the others. */
const others: readonly (readonly [string, unknown])[] = [
  ['object', { unexpected: true }],
  ['array', [['unexpected']]],
  ['boolean', true],
];

function typeOf({ type, enum: values, const: only }: Wire): string {
  if (values !== undefined || only !== undefined) return 'string';
  return type ?? 'any';
}
