import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { anchors } from '../docs/links.ts';

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

/**
 * Corrects links of typedoc to the second heading of a name, such as `#apierrorcode-1`, on pages that have one such heading: a
 * property of the same name was counted too.
 */
export function correctNumberedLinks(api: string): void {
  const paths = readdirSync(api, { recursive: true, encoding: 'utf8' }).filter((path) =>
    path.endsWith('.md'),
  );
  for (const path of paths) {
    const text = readFileSync(join(api, path), 'utf8');
    const corrected = text.replace(
      /\]\(([^)\s#]*)#([\w]+)-(\d+)\)/g,
      (found, file: string, name: string, number: string) => {
        const target = file === '' ? text : readFileSync(join(api, dirname(path), file), 'utf8');
        const count = anchors(target).filter((anchor) => anchor === name).length;
        return count > 0 && count <= Number(number) ? `](${file}#${name})` : found;
      },
    );
    if (corrected !== text) writeFileSync(join(api, path), corrected);
  }
}
