/** The members of a `package.json` that the tables show. */
export interface DescribedManifest {
  readonly name: string;
  readonly description?: string;
}

/** For each folder of `packages/`, the dependencies that it may have; `null` means any. */
export type AllowedImports = Readonly<Record<string, readonly string[] | null>>;

/** Manifests by the folder of the package in `packages/`. */
export type Manifests = ReadonlyMap<string, DescribedManifest>;

/** Returns a table of layer, package and description of every package that exists. */
export function layersTable(rules: AllowedImports, manifests: Manifests): string {
  return markdownTable(
    ['layer', 'package', 'description'],
    existing(rules, manifests).map(({ folder, layer, manifest }) => [
      String(layer),
      `\`${folder}\``,
      manifest.description ?? '',
    ]),
  );
}

/** Returns a table of layer, package and allowed imports of every package that exists, and names the planned ones. */
export function importsTable(rules: AllowedImports, manifests: Manifests): string {
  const names = new Map([...manifests].map(([folder, { name }]) => [name, folder]));
  const table = markdownTable(
    ['layer', 'package', 'may import'],
    existing(rules, manifests).map(({ folder, layer }) => [
      String(layer),
      `\`${folder}\``,
      importsText(rules[folder] ?? null, names),
    ]),
  );
  const planned = Object.keys(rules).filter((folder) => !manifests.has(folder));
  return planned.length === 0
    ? table
    : `${table}\nPlanned, without code yet: ${planned.map((folder) => `\`${folder}\``).join(', ')}.\n`;
}

/**
 * Returns the layer of each package: 0 without imports from this workspace, else one more than the highest layer that it may
 * import. A package that may import anything is above all others.
 */
export function layerNumbers(
  rules: AllowedImports,
  names: ReadonlyMap<string, string>,
): ReadonlyMap<string, number> {
  const layers = new Map<string, number>();
  const pending = new Set<string>();
  const layerOf = (folder: string): number => {
    const known = layers.get(folder);
    if (known !== undefined) return known;
    if (pending.has(folder))
      throw new Error(
        `\`${folder}\` imports itself through other packages. Break the cycle in scripts/layers.ts.`,
      );
    pending.add(folder);
    const imports = rules[folder] ?? Object.keys(rules).filter((other) => rules[other]);
    const below = imports.flatMap((name) => (Object.hasOwn(rules, name) ? [name] : (names.get(name) ?? [])));
    const layer = below.length === 0 ? 0 : 1 + Math.max(...below.map(layerOf));
    pending.delete(folder);
    layers.set(folder, layer);
    return layer;
  };
  for (const folder of Object.keys(rules)) layerOf(folder);
  return layers;
}

interface Row {
  readonly folder: string;
  readonly layer: number;
  readonly manifest: DescribedManifest;
}

function existing(rules: AllowedImports, manifests: Manifests): readonly Row[] {
  const names = new Map([...manifests].map(([folder, { name }]) => [name, folder]));
  const layers = layerNumbers(rules, names);
  return Object.keys(rules)
    .flatMap((folder) => {
      const manifest = manifests.get(folder);
      return manifest ? [{ folder, layer: layers.get(folder) ?? 0, manifest }] : [];
    })
    .toSorted((a, b) => a.layer - b.layer);
}

function importsText(imports: readonly string[] | null, names: ReadonlyMap<string, string>): string {
  if (imports === null) return 'anything';
  if (imports.length === 0) return 'nothing';
  return imports.map((name) => `\`${names.get(name) ?? name}\``).join(', ');
}

function markdownTable(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const row = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;
  const lines = [row(head), `|${head.map(() => '---').join('|')}|`, ...rows.map(row)];
  return `${lines.join('\n')}\n`;
}
