import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { samplesOf } from '../docs/samples/sample.ts';
import { runWithDemo } from './run-with-demo.ts';
import { step } from './step.ts';

const root = join(import.meta.dirname, '../..');
/** What each sample of the README prints, by the name of the file that it is shown from. */
const printed: Readonly<Record<string, RegExp>> = {
  'verbs.ts': /^Shipping carton 0\.84$/m,
  'verbs-demo.ts': /^Corrugated box .* 24\.80$/m,
  'embed.ts': /^completed$/m,
  'custom-block.ts': /long_words_output: \{ words: 3 \}/,
};

/**
 * Saves each TypeScript sample of the root README in a project where the packages are installed, and executes it as it is
 * written there. Models and sites are those of the installed `@runwright/demo`, on loopback.
 */
export async function tryReadme(
  folder: string,
  readme = readFileSync(join(root, 'README.md'), 'utf8'),
): Promise<void> {
  const samples = samplesOf('README.md', readme).filter(({ language }) => language === 'ts');
  if (samples.length === 0) throw new Error('README.md has no TypeScript sample. Correct samplesOf.');
  mkdirSync(join(folder, 'readme'), { recursive: true });
  for (const { line, text, notes } of samples) {
    const name = basename(notes.get('file') ?? '');
    await step(`README.md:${line} ${name} runs`, async () => {
      const expected = printed[name];
      if (!expected)
        throw new Error(
          `Nothing tells what the sample of README.md:${line} prints. Show a file of examples, and add it to \`printed\`.`,
        );
      const program = join('readme', name);
      writeFileSync(join(folder, program), `${text}\n`);
      const output = await runWithDemo(program, folder);
      if (!expected.test(output)) throw new Error(`${output}\nThe output does not match ${expected}.`);
    });
  }
}
