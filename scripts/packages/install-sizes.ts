/**
 * Prints how many packages and megabytes npm installs for each way of use, here and at another commit:
 *
 *   node scripts/packages/install-sizes.ts [commit]
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { installedSize, installPackages } from './install-packages.ts';
import type { PackedPackage } from './pack-packages.ts';
import { must } from './step.ts';

const root = join(import.meta.dirname, '../..');
const buildMs = 1_200_000;
const agent = ['agent', 'core', 'driver-playwright', 'model-openai', 'store-sql'];
/** What is installed for each way of use. */
const sets: readonly (readonly [string, readonly string[]])[] = [
  ['embed: the engine', ['@runwright/core']],
  ['embed: engine, agent, browser, store', agent.map((name) => `@runwright/${name}`)],
  ['embed: engine and HTTP adapter', ['@runwright/core', '@runwright/http-adapter']],
  ['host: the command', ['runwright']],
];

type Row = readonly [packages: number, megabytes: number];

const [, , commit] = process.argv;
const folder = mkdtempSync(join(tmpdir(), 'runwright-install-'));
try {
  const before = commit === undefined ? null : await measureCommit(commit);
  const after = await measure(root, join(folder, 'after'));
  console.log(table(before, after));
} finally {
  rmSync(folder, { recursive: true, force: true });
}

/** Measures another commit in a tree of its own, which is built before: earlier ones do not build when they are packed. */
async function measureCommit(name: string): Promise<readonly Row[]> {
  const tree = join(folder, 'tree');
  await must('git', ['worktree', 'add', '--detach', tree, name], { cwd: root });
  try {
    const build = [join(tree, 'scripts/bootstrap.mjs'), '--no-browser', 'tsc', '-b'];
    await must('node', build, { cwd: tree, timeoutMs: buildMs });
    return await measure(tree, join(folder, 'before'));
  } finally {
    await must('git', ['worktree', 'remove', '--force', tree], { cwd: root });
  }
}

async function measure(tree: string, into: string): Promise<readonly Row[]> {
  const script = join(tree, 'scripts/packages/pack-packages.ts');
  const output = await must('node', [script, join(into, 'packed')], { cwd: tree, timeoutMs: buildMs });
  const packed: readonly PackedPackage[] = JSON.parse(output.slice(output.indexOf('[\n')));
  const rows: Row[] = [];
  for (const [index, [, names]] of sets.entries()) {
    const project = join(into, `set-${index}`);
    await installPackages(project, packed, { names });
    const { packages, bytes } = installedSize(project, ['playwright-core']);
    rows.push([packages, Math.round(bytes / 1e6)]);
    rmSync(project, { recursive: true });
  }
  return rows;
}

function table(before: readonly Row[] | null, after: readonly Row[]): string {
  const head = before ? ['set', 'packages before', 'MB before', 'packages', 'MB'] : ['set', 'packages', 'MB'];
  const rows = sets.map(([name], index) => [name, ...(before?.[index] ?? []), ...(after[index] ?? [])]);
  const line = (cells: readonly (string | number)[]): string => `| ${cells.join(' | ')} |`;
  return [line(head), `|${head.map(() => '---').join('|')}|`, ...rows.map(line)].join('\n');
}
