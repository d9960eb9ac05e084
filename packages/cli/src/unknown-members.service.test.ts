import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openService } from './openapi.test-helpers.ts';
import { type RequestPlace, requestPlaces, smallest } from './request-places.test-helpers.ts';

type Wire = ReturnType<typeof JSON.parse>;
let service: Awaited<ReturnType<typeof openService>>;
let places: readonly RequestPlace[];
beforeAll(async () => {
  service = await openService();
  // Items of lists have no names.
  places = requestPlaces(service.document).filter(
    ({ loc, name }) => loc[0] === 'body' && !name.endsWith('[]'),
  );
});
afterAll(() => service.close());

/** Ways to misspell a name that people use. */
const slips: Readonly<Record<string, (name: string, at: number) => string>> = {
  dropped: (name, at) => name.slice(0, at) + name.slice(at + 1),
  doubled: (name, at) => name.slice(0, at) + name.charAt(at) + name.slice(at),
  swapped: (name, at) => name.slice(0, at) + name.charAt(at + 1) + name.charAt(at) + name.slice(at + 2),
  replaced: (name, at) => `${name.slice(0, at)}z${name.slice(at + 1)}`,
  'replaced, two': (name, at) => `${name.slice(0, at)}zq${name.slice(at + 2)}`,
  'without separators': (name) => name.replaceAll('_', ''),
  'in camel case': (name) => name.replaceAll(/_(.)/g, (_, letter: string) => letter.toUpperCase()),
  'in the plural': (name) => `${name}s`,
  'another name': () => 'nonsense',
};

/** Returns the object of a body that has the member of a place. */
function findParent({ loc }: RequestPlace, body: Wire): Wire {
  return loc.slice(1, -1).reduce((node, step) => node[step], body);
}

/** Returns whether a misspelt name must refuse the request: two letters may be wrong, and one of names with three or four. */
function mustRefuse({ loc }: RequestPlace, slip: string): boolean {
  const letters = (loc.at(-1) ?? '').replaceAll('_', '').length;
  const isNear = slip !== 'another name' && letters > (slip === 'replaced, two' ? 4 : 2);
  // Definitions are reported by the engine, which refuses nothing for its names.
  return isNear && !isDefinition(loc);
}

/**
 * Sends a body with one more member, and returns what is wrong with the answer; null for one that names the member.
 *
 * @param isRefused whether only a problem of 422 may name it
 */
async function findSilence(place: RequestPlace, misspelt: string, isRefused = false): Promise<string | null> {
  const { method, path, loc } = place;
  const value = smallest(service.document, place.schema);
  const { body } = place.make(value) as { readonly body: Wire };
  const parent = findParent(place, body);
  if (misspelt === '' || knownNames(place).has(misspelt) || Object.hasOwn(parent, misspelt)) return null;
  parent[misspelt] = value;
  const answer = await service.call(method, path.replaceAll(/\{\w+\}/g, 'wpid_1'), body);
  const at = [...loc.slice(1, -1), misspelt];
  const said = `${method} ${path} ${at.join('.')} -> ${answer.status} ${answer.text.slice(0, 300)}`;
  if (path === '/v1/browser_sessions' && answer.status === 200)
    await service.call('POST', `${path}/${answer.json().browser_session_id}/close`);
  if (answer.status >= 500 && answer.status !== 503) return said;
  const json = answer.text === '' ? {} : answer.json();
  const items: readonly Wire[] = answer.status === 422 ? json.detail : [];
  if (items.some((item) => item.loc.slice(1).join('.') === at.join('.'))) return null;
  if (isRefused) return said;
  const header = String(answer.headers['x-runwright-ignored-members'] ?? '').split(', ');
  if (header.includes(encodeURIComponent(at.join('.')))) return null;
  const warnings: readonly Wire[] = json?.warnings ?? [];
  if (warnings.some(({ loc, path }) => (path ?? loc.slice(1)).join('.') === at.join('.'))) return null;
  // The engine says what it does not know in a definition beside what it accepts; one with mistakes is refused whole.
  return isDefinition(loc) && answer.status >= 400 ? null : said;
}

const isDefinition = (loc: readonly string[]) => loc[1] === 'json_definition' && loc.length > 2;

/** The names that the object of a place may have, whatever the kind of the object. */
function knownNames({ operationId, loc }: RequestPlace): ReadonlySet<string> {
  const parent = loc.slice(0, -1).join('.');
  const siblings = places.filter(
    (other) => other.operationId === operationId && other.loc.slice(0, -1).join('.') === parent,
  );
  return new Set(siblings.map((other) => other.loc.at(-1) ?? ''));
}

describe('a member of a body that its route does not know', () => {
  it('is refused or reported wherever it stands: of each body, and of each object in it', async () => {
    const silent: string[] = [];
    for (const place of places) {
      const found = await findSilence(place, `${place.loc.at(-1)}_zz`);
      if (found !== null) silent.push(found);
    }
    expect(silent).toEqual([]);
    expect(new Set(places.map(({ method, path }) => `${method} ${path}`)).size).toBeGreaterThan(20);
  });

  it('is refused when a known one is misspelt: one slip in each place', async () => {
    const kinds = Object.keys(slips).filter((slip) => slip !== 'another name');
    const silent: string[] = [];
    let refused = 0;
    for (const [index, place] of places.entries()) {
      const slip = kinds[index % kinds.length] ?? '';
      const name = place.loc.at(-1) ?? '';
      const misspelt = slips[slip]?.(name, Math.floor(name.length / 2)) ?? '';
      const isRefused = mustRefuse(place, slip);
      const found = await findSilence(place, misspelt, isRefused);
      if (found !== null) silent.push(found);
      if (isRefused) refused += 1;
    }
    expect(silent).toEqual([]);
    expect(refused).toBeGreaterThan(100);
  });

  it('is refused or reported, however a known one is misspelt', { tags: ['extended'] }, async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...places),
        fc.constantFrom(...Object.keys(slips)),
        fc.nat(),
        async (place, slip, pick) => {
          const name = place.loc.at(-1) ?? '';
          const misspelt = slips[slip]?.(name, pick % name.length) ?? '';
          expect(await findSilence(place, misspelt, mustRefuse(place, slip))).toBeNull();
        },
      ),
      { numRuns: 1500 },
    );
  });
});
