/** Writes the generated pages of the documentation: `npm run docs:pages`. */
import { writeFileSync } from 'node:fs';
import { relative } from 'node:path';
import { pages } from './pages.ts';

for (const { path, text } of await pages()) {
  writeFileSync(path, text);
  console.log(`wrote ${relative(process.cwd(), path)}`);
}
