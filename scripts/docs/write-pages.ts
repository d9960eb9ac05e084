/** Writes the generated pages of the documentation, and the generated files that packages ship: `npm run docs:pages`. */
import { writeFileSync } from 'node:fs';
import { relative } from 'node:path';
import { promptsModule } from './prompts-module.ts';

// The agent cannot be imported without it, nor can the pages, which list its blocks.
write(promptsModule());
const { pages } = await import('./pages.ts');
for (const page of await pages()) write(page);

function write({ path, text }: { readonly path: string; readonly text: string }): void {
  writeFileSync(path, text);
  console.log(`wrote ${relative(process.cwd(), path)}`);
}
