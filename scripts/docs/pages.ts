import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { agentBlocks } from '@runwright/agent';
import { ioBlocks } from '@runwright/blocks-io';
import { createEngine } from '@runwright/core';
import { blockMachine, branchMachine, runMachine } from '@runwright/core/machines';
import { blocksPage } from './blocks-page.ts';
import { type DiagramMachine, machineDiagram } from './machine-diagram.ts';

const root = join(import.meta.dirname, '../..');
const docs = join(root, 'docs');

/** A page of the documentation that is written, or has parts that are written, from the code. */
export interface Page {
  readonly path: string;
  readonly text: string;
}

/** Every such page as it has to be for the code at hand. */
export async function pages(): Promise<readonly Page[]> {
  return [...['machines.md', 'write-a-block.md', 'embed.md'].map(filledPage), await allBlocksPage()];
}

const machines: Readonly<Record<string, DiagramMachine>> = {
  run: runMachine,
  block: blockMachine,
  branch: branchMachine,
};

/**
 * The page as it is, with what belongs between `<!-- picture: run -->`, or `<!-- file: examples/embed.ts -->`, and
 * `<!-- end -->` put in again.
 */
function filledPage(name: string): Page {
  const path = join(docs, name);
  const text = readFileSync(path, 'utf8').replace(
    /(<!-- (picture|file): (\S+) -->\n)[\s\S]*?(<!-- end -->)/g,
    (_found, open: string, kind: string, what: string, close: string) =>
      `${open}\n${kind === 'file' ? codeOf(what) : pictureOf(what)}\n${close}`,
  );
  return { path, text };
}

function pictureOf(name: string): string {
  const machine = machines[name];
  if (!machine) throw new Error(`Cannot draw the machine \`${name}\`: there is no such machine.`);
  return `\`\`\`mermaid\n${machineDiagram(machine)}\`\`\`\n`;
}

function codeOf(path: string): string {
  return `\`\`\`ts\n${readFileSync(join(root, path), 'utf8')}\`\`\`\n`;
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
