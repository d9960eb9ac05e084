import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const agent = join(import.meta.dirname, '../../packages/agent/src');

/** Returns the module that holds the prompt templates of the agent, so that bundlers find them. */
export function promptsModule(): { readonly path: string; readonly text: string } {
  const folder = join(agent, 'prompts');
  const entries = readdirSync(folder)
    .toSorted()
    .map((name) => `  '${name}': ${JSON.stringify(readFileSync(join(folder, name), 'utf8'))},\n`);
  const text = `// Written by \`npm run docs:pages\` from \`src/prompts\`.

/** Texts of the prompt templates, by file name. */
export const prompts: Readonly<Record<string, string>> = {
${entries.join('')}};
`;
  return { path: join(agent, 'prompts.generated.ts'), text };
}
