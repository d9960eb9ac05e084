import { readFileSync } from 'node:fs';
import { checkPackage, createPackageFromTarballData } from '@arethetypeswrong/core';
import { publint } from 'publint';
import { formatMessage } from 'publint/utils';
import { findMissingImports, type PackedManifest } from './check-imports.ts';
import type { PackedPackage } from './pack-packages.ts';

/** Entries that are data, and have no types. */
const dataEntries = ['orders.yaml', 'workflow.schema.json'];
/** CommonJS is not served: `require` of an ES module is for the runtime to allow. This is attw's profile `esm-only`. */
const ignoredResolutions: ReadonlySet<string> = new Set(['node10', 'node16-cjs']);

/**
 * Checks each tarball by itself: `publint` reads its manifest, `attw` resolves its types the way ES modules and bundlers do, and
 * every import of its files must be in the tarball or in its manifest. Rejects with all that is wrong.
 */
export async function checkManifests(packed: readonly PackedPackage[]): Promise<void> {
  const tarballs = packed.map((each) => ({ ...each, ...readTarball(each) }));
  const manifests = new Map(tarballs.map(({ name, manifest }) => [name, manifest]));
  const problems: string[] = [];
  for (const { name, entries, bytes, content, files, manifest } of tarballs) {
    const found = [
      ...(await lint(bytes)),
      ...(entries.length > 0 ? await findTypeProblems(content) : []),
      ...findMissingImports(files, manifest, manifests),
    ];
    problems.push(...found.map((problem) => `${name}: ${problem}`));
  }
  if (problems.length > 0) throw new Error(problems.join('\n'));
}

type Content = ReturnType<typeof createPackageFromTarballData>;

function readTarball({ name, file }: PackedPackage) {
  const bytes = new Uint8Array(readFileSync(file));
  const content = createPackageFromTarballData(bytes);
  const folder = `/node_modules/${name}/`;
  const paths = new Set(content.listFiles().map((path) => path.slice(folder.length)));
  const manifest: PackedManifest = JSON.parse(content.readFile(`${folder}package.json`));
  return {
    bytes,
    content,
    manifest,
    files: { paths, read: (path: string) => content.readFile(folder + path) },
  };
}

async function lint(bytes: Uint8Array<ArrayBuffer>): Promise<readonly string[]> {
  const { messages, pkg } = await publint({ pack: { tarball: bytes.buffer }, strict: true });
  return messages
    .filter(({ type }) => type === 'error')
    .map((message) => formatMessage(message, pkg, { color: false }) ?? message.code);
}

async function findTypeProblems(content: Content): Promise<readonly string[]> {
  const analysis = await checkPackage(content, { excludeEntrypoints: [...dataEntries] });
  if (!analysis.types) return ['it has no types'];
  return analysis.problems
    .filter((problem) => !('resolutionKind' in problem && ignoredResolutions.has(problem.resolutionKind)))
    .map((problem) => `its types are wrong: ${JSON.stringify({ ...problem, trace: undefined })}`);
}
