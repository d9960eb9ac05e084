import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Gives the pages of packages with several entries the names that are imported, such as `@runwright/core/machines`: typedoc
 * calls them `index` and `machines`.
 *
 * @param api the folder that typedoc has written
 */
export function nameModulePages(api: string): void {
  const scope = join(api, '@runwright');
  const folders = readdirSync(scope, { withFileTypes: true }).filter((entry) => entry.isDirectory());
  for (const { name: folder } of folders) {
    for (const file of readdirSync(join(scope, folder))) {
      if (!file.endsWith('.md') || file === 'index.md') continue;
      const path = join(scope, folder, file);
      const entry = file === 'index-1.md' ? '' : `/${file.replace('.md', '')}`;
      writeFileSync(path, readFileSync(path, 'utf8').replace(/^# .*$/m, `# @runwright/${folder}${entry}`));
    }
  }
}
