import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { agentBlocks } from '@runwright/agent';
import { ioBlocks } from '@runwright/blocks-io';
import { createEngine } from '@runwright/core';
import { blockMachine, branchMachine, runMachine } from '@runwright/core/machines';
import { dependencyRules } from '../layers.ts';
import { blocksPage } from './blocks-page.ts';
import { type DescribedManifest, importsTable, layersTable, type Manifests } from './layers-table.ts';
import { type DiagramMachine, machineDiagram } from './machine-diagram.ts';

const root = join(import.meta.dirname, '../..');
const docs = join(root, 'docs');

/** A page of the documentation that is generated, or has generated parts. */
export interface Page {
  readonly path: string;
  readonly text: string;
}

/** Returns every generated page with the text that belongs to the current code. */
export async function pages(): Promise<readonly Page[]> {
  return [...filledPages.map(filledPage), await allBlocksPage()];
}

const filledPages = [
  'CONTRIBUTING.md',
  'docs/add-an-action.md',
  'docs/architecture.md',
  'docs/embed.md',
  'docs/machines.md',
  'docs/write-a-block.md',
  'docs/write-a-driver.md',
];

const machines: Readonly<Record<string, DiagramMachine>> = {
  run: runMachine,
  block: blockMachine,
  branch: branchMachine,
};

const tables: Readonly<Record<string, (manifests: Manifests) => string>> = {
  layers: (manifests) => layersTable(dependencyRules, manifests),
  imports: (manifests) => importsTable(dependencyRules, manifests),
};

/**
 * Returns the page with new text between `<!-- picture: run -->`, `<!-- file: examples/embed.ts -->`,
 * `<!-- code: packages/contract/src/action.ts#HoverAction -->` or `<!-- table: layers -->`, and `<!-- end -->`.
 */
function filledPage(name: string): Page {
  const path = join(root, name);
  const text = readFileSync(path, 'utf8').replace(
    /(<!-- (picture|file|table|code): (\S+) -->\n)[\s\S]*?(<!-- end -->)/g,
    (_found, open: string, kind: string, subject: string, close: string) =>
      `${open}\n${generated(kind, subject)}\n${close}`,
  );
  return { path, text };
}

function generated(kind: string, subject: string): string {
  switch (kind) {
    case 'file':
      return codeBlock(readFileSync(join(root, subject), 'utf8'));
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

/** Returns the doc comment and the text of a top-level export, named as `<path>#<name>`. */
function declaration(subject: string): string {
  const [path = '', name = ''] = subject.split('#');
  const lines = (existsSync(join(root, path)) ? readFileSync(join(root, path), 'utf8') : '').split('\n');
  const start = lines.findIndex((line) =>
    new RegExp(`^export (?:const|(?:async )?function) ${name}\\b`).test(line),
  );
  if (start === -1)
    throw new Error(`Cannot show \`${name}\`: \`${path}\` has no export of this name. Correct the page.`);
  const length = lines.slice(start).findIndex((line) => /^\S.*;$|^\}/.test(line)) + 1;
  const comment = lines.slice(0, start).findLastIndex((line) => line.startsWith('/**'));
  const isDocumented = lines.slice(comment, start - 1).every((line) => /^(?:\/\*\*| \*)/.test(line));
  return `${lines.slice(isDocumented && comment !== -1 ? comment : start, start + length).join('\n')}\n`;
}

function codeBlock(code: string): string {
  return `\`\`\`ts\n${code}\`\`\`\n`;
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
