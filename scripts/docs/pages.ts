import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { agentBlocks } from '@runwright/agent';
import { ioBlocks } from '@runwright/blocks-io';
import { createEngine } from '@runwright/core';
import { blockMachine, branchMachine, runMachine } from '@runwright/core/machines';
import { blocksPage } from './blocks-page.ts';
import { type DrawnMachine, machinePicture } from './machine-picture.ts';

const docs = join(import.meta.dirname, '../../docs');

/** A page of the documentation that is written, or has parts that are written, from the code. */
export interface Page {
  readonly path: string;
  readonly text: string;
}

/** Every such page as it has to be for the code at hand. */
export async function pages(): Promise<readonly Page[]> {
  return [machinesPage(), await allBlocksPage()];
}

const machines: Readonly<Record<string, DrawnMachine>> = {
  run: runMachine,
  block: blockMachine,
  branch: branchMachine,
};

/** The page as it is, its pictures drawn again: what stands between `<!-- picture: run -->` and `<!-- end -->`. */
function machinesPage(): Page {
  const path = join(docs, 'machines.md');
  const text = readFileSync(path, 'utf8').replace(
    /(<!-- picture: (\w+) -->\n)[\s\S]*?(<!-- end -->)/g,
    (_found, open: string, name: string, close: string) => {
      const machine = machines[name];
      if (!machine)
        throw new Error(`docs/machines.md asks for a picture of \`${name}\`, but there is no such machine.`);
      return `${open}\n\`\`\`mermaid\n${machinePicture(machine)}\`\`\`\n\n${close}`;
    },
  );
  return { path, text };
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
