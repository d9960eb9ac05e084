import { globSync, readFileSync } from 'node:fs';
import { basename, dirname, join, sep } from 'node:path';
import { describe, expect, it } from 'vitest';

const root = join(import.meta.dirname, '..');
const filesOf = (pattern: string): ReadonlyMap<string, string> =>
  new Map(globSync(pattern, { cwd: root }).map((path) => [path, readFileSync(join(root, path), 'utf8')]));

const sources = filesOf('**/*.tsx');
const [sharedStyles, allStyles] = [filesOf('styles/*.css'), filesOf('**/*.css')];
const ownStyles = new Map([...allStyles].filter(([path]) => !sharedStyles.has(path)));

/** Selectors of a style sheet. */
function selectorsOf(css: string): readonly string[] {
  const text = css.replaceAll(/\/\*[\s\S]*?\*\//g, '').replaceAll(/@[^{;]*[{;]/g, '');
  return [...text.matchAll(/([^{}]+)\{/g)].flatMap(([, list = '']) =>
    list.split(/,(?![^(]*\))/).map((one) => one.trim()),
  );
}

const classesOf = (selector: string): readonly string[] =>
  [...selector.matchAll(/\.([\w-]+)/g)].flatMap(([, name]) => (name ? [name] : []));

/** Classes that a component gives to its elements, as far as they stand in its text. */
const usedIn = (source: string): ReadonlySet<string> =>
  new Set(
    [...source.matchAll(/className=(?:"([^"]*)"|\{([^}]*)\})/g)].flatMap(([, text = '', code = '']) =>
      [text, ...[...code.matchAll(/'([^']*)'/g)].map(([, quoted = '']) => quoted)].flatMap((names) =>
        names.split(' '),
      ),
    ),
  );

const shared = new Set([
  ...[...sharedStyles.values()].flatMap((css) => selectorsOf(css).flatMap(classesOf)),
  ...[...sources].flatMap(([path, text]) => (path.startsWith(`components${sep}`) ? [...usedIn(text)] : [])),
]);

// Style sheets stay when one goes to another page, and some are loaded ahead.
describe('the styles of a page', () => {
  it.each([...ownStyles])('in %s change nothing that other pages show, too', (_path, css) => {
    const wide = selectorsOf(css).filter(
      (selector) =>
        classesOf(selector).length > 0 &&
        !selector.includes('[data-') &&
        classesOf(selector).every((name) => shared.has(name)),
    );
    expect(wide).toEqual([]);
  });

  it.each([...ownStyles])('in %s are not needed by pages that do not load them', (path, css) => {
    const own = new Set(selectorsOf(css).flatMap(classesOf));
    const folder = `${dirname(path)}${sep}`;
    const needed = [...sources].flatMap(([source, text]) =>
      source.startsWith(folder) || text.includes(`/${basename(path)}';`)
        ? []
        : [...usedIn(text)]
            .filter((name) => own.has(name) && !shared.has(name))
            .map((name) => [source, name]),
    );
    expect(needed).toEqual([]);
  });
});
