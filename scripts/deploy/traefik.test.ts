import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { load } from 'js-yaml';
import { expect, it } from 'vitest';

type Named = Readonly<Record<string, Readonly<Record<string, unknown>>>>;

// Traefik is in no package that a test could install: this proves only that the file holds together.
it('every router of the file for Traefik names a service and middlewares that the file has', () => {
  const text = readFileSync(join(import.meta.dirname, '../../deploy/traefik.yaml'), 'utf8');
  const { routers, services, middlewares } = (
    load(text) as { readonly http: Readonly<Record<string, Named>> }
  ).http;
  const known = new Set([...Object.keys(services ?? {}), ...Object.keys(middlewares ?? {})]);
  const used = Object.values(routers ?? {}).flatMap(({ service, middlewares: through = [] }) => [
    service,
    ...(through as readonly unknown[]),
  ]);
  expect(used).toHaveLength(3);
  expect(used.filter((name) => !known.has(String(name)))).toEqual([]);
});
