import type { Engine } from '@runwright/core';

const pageSize = 100;

/** Creates the organizations of a list of names that do not exist. */
export async function ensureOrganizations(
  { organizations }: Pick<Engine, 'organizations'>,
  names: readonly string[],
): Promise<void> {
  if (names.length === 0) return;
  const existing = new Set<string>();
  for (let page = 1; ; page += 1) {
    const { items } = await organizations.list({ page, pageSize });
    for (const { name } of items) existing.add(name);
    if (items.length < pageSize) break;
  }
  for (const name of new Set(names)) if (!existing.has(name)) await organizations.create({ name });
}
