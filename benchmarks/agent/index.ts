import { join, resolve } from 'node:path';
import { demoTable } from './demo-site.ts';
import { pagesTable } from './pages-table.ts';

const ownPages = join(import.meta.dirname, 'pages');

/** What the agent costs: on the demo site and our task pages, or on the task pages of a folder, see `benchmarks/README.md`. */
export async function agent(folder: string): Promise<string> {
  if (folder !== '') return pagesTable(resolve(folder));
  return [await demoTable(), await pagesTable(ownPages)].join('\n');
}
