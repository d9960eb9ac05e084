import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { agentBlocks } from '@runwright/agent';
import { ioBlocks } from '@runwright/blocks-io';
import { createEngine } from '@runwright/core';
import { attemptMachine, blockMachine, branchMachine, runMachine } from '@runwright/core/machines';
import { metricDefinitions, prometheusName } from '@runwright/core/metrics';
import { dependencyRules } from '../layers.ts';
import { blocksPage } from './blocks-page.ts';
import { documents } from './documents.ts';
import { type DescribedManifest, importsTable, layersTable, type Manifests } from './layers-table.ts';
import { type DiagramMachine, machineDiagram } from './machine-diagram.ts';
import { attributesTable, metricsTable } from './metrics-table.ts';
import { promptsModule } from './prompts-module.ts';
import { sampleFence } from './sample-file.ts';

const root = join(import.meta.dirname, '../..');
const docs = join(root, 'docs');

/** A file that is generated, or has generated parts: a page of the documentation, or a file that packages ship. */
export interface Page {
  readonly path: string;
  readonly text: string;
}

/** Returns every generated page with the text that belongs to the current code. */
export async function pages(): Promise<readonly Page[]> {
  const filled = documents(root)
    .filter((name) => readFileSync(join(root, name), 'utf8').search(filledPart) !== -1)
    .map(filledPage);
  return [...filled, await allBlocksPage(), ordersWorkflow(), promptsModule()];
}

const filledPart = /(<!-- (picture|file|table|code): (\S+) -->\n)[\s\S]*?(<!-- end -->)/g;

const machines: Readonly<Record<string, DiagramMachine>> = {
  run: runMachine,
  block: blockMachine,
  attempt: attemptMachine,
  branch: branchMachine,
};

const tables: Readonly<Record<string, (manifests: Manifests) => string>> = {
  layers: (manifests) => layersTable(dependencyRules, manifests),
  imports: (manifests) => importsTable(dependencyRules, manifests),
  metrics: () => metricsTable(metricDefinitions, prometheusName),
  'metric-attributes': () => attributesTable(metricDefinitions),
};

/**
 * Returns the page with new text between `<!-- picture: run -->`, `<!-- file: examples/embed.ts -->` (or a region of the
 * file, `<!-- file: examples/embed.ts#start -->`),
 * `<!-- code: packages/contract/src/page-actions.ts#pageActions.hover -->` or `<!-- table: layers -->`, and `<!-- end -->`.
 */
function filledPage(name: string): Page {
  const path = join(root, name);
  const text = readFileSync(path, 'utf8').replace(
    filledPart,
    (_found, open: string, kind: string, subject: string, close: string) =>
      `${open}\n${generated(kind, subject)}\n${close}`,
  );
  return { path, text };
}

function generated(kind: string, subject: string): string {
  switch (kind) {
    case 'file':
      return sampleFence(root, subject);
    case 'code':
      return codeBlock(declaration(subject));
    case 'table':
      return tableOf(subject);
    default:
      return pictureOf(subject);
  }
}

function pictureOf(name: string): string {
  const machine = machines[name];
  if (!machine)
    throw new Error(`Cannot draw the machine \`${name}\`: it does not exist. Use ${keys(machines)}.`);
  return `\`\`\`mermaid\n${machineDiagram(machine)}\`\`\`\n`;
}

function tableOf(name: string): string {
  const table = tables[name];
  if (!table) throw new Error(`Cannot write the table \`${name}\`: it does not exist. Use ${keys(tables)}.`);
  return table(readManifests());
}

function keys(record: Readonly<Record<string, unknown>>): string {
  return Object.keys(record)
    .map((key) => `\`${key}\``)
    .join(', ');
}

function readManifests(): Manifests {
  const folders = readdirSync(join(root, 'packages')).map(
    (folder) => [folder, join(root, 'packages', folder, 'package.json')] as const,
  );
  return new Map(
    folders
      .filter(([, path]) => existsSync(path))
      .map(([folder, path]) => [folder, JSON.parse(readFileSync(path, 'utf8')) as DescribedManifest]),
  );
}

/**
 * Returns the doc comment and the text of a top-level declaration, named as `<path>#<name>`, or of a member of a top-level
 * object, named as `<path>#<name>.<member>`.
 */
function declaration(subject: string): string {
  const [path = '', names = ''] = subject.split('#');
  const [name = '', member] = names.split('.');
  const lines = (existsSync(join(root, path)) ? readFileSync(join(root, path), 'utf8') : '').split('\n');
  const found = blockAt(lines, 0, new RegExp(`^(?:export )?(?:const|(?:async )?function) ${name}\\b`), '');
  const block = found && member ? blockAt(lines, found.start, new RegExp(`^  ${member}: `), '  ') : found;
  if (!block) throw new Error(`Cannot show \`${names}\`: \`${path}\` does not declare it. Correct the page.`);
  const shown = lines.slice(block.comment, block.end);
  return `${shown.map((line) => (member ? line.slice(2) : line)).join('\n')}\n`;
}

/** Returns where the first declaration after `from` begins whose first line matches, and where it ends; null without one. */
function blockAt(lines: readonly string[], from: number, first: RegExp, indent: string) {
  const start = lines.findIndex((line, index) => index >= from && first.test(line));
  if (start === -1) return null;
  const isLast = (line: string): boolean =>
    indent === '' ? /^\S.*;$|^\}/.test(line) : new RegExp(`^${indent}\\S.*,$`).test(line);
  const end = start + lines.slice(start).findIndex(isLast) + 1;
  const comment = lines.slice(0, start).findLastIndex((line) => line.startsWith(`${indent}/**`));
  const isDocumented =
    comment !== -1 &&
    lines.slice(comment, start).every((line) => /^(?:\/\*\*| \*)/.test(line.slice(indent.length)));
  return { comment: isDocumented ? comment : start, start, end };
}

function codeBlock(code: string): string {
  return `\`\`\`ts\n${code}\`\`\`\n`;
}

/** Returns the copy of the example that is shipped with the demo. */
function ordersWorkflow(): Page {
  const text = readFileSync(join(root, 'examples/orders.yaml'), 'utf8');
  return { path: join(root, 'packages/demo/orders.yaml'), text };
}

async function allBlocksPage(): Promise<Page> {
  const engine = await createEngine({ blocks: [...agentBlocks(), ...ioBlocks] });
  const from = new Map([
    ...agentBlocks().map(({ type }) => [type, '@runwright/agent'] as const),
    ...ioBlocks.map(({ type }) => [type, '@runwright/blocks-io'] as const),
  ]);
  const text = blocksPage(
    engine.blockTypes.map((block) => ({ ...block, source: from.get(block.type) ?? '@runwright/core' })),
  );
  await engine.close();
  return { path: join(docs, 'blocks.md'), text };
}
