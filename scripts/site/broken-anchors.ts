import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';

/**
 * Returns a line for each link of the built pages to a heading that its page does not have.
 *
 * @param base path under which the site is served, with a slash at both ends
 */
export function brokenAnchors(dist: string, base: string): readonly string[] {
  const texts = new Map(
    readdirSync(dist, { recursive: true, encoding: 'utf8' })
      .filter((path) => path.endsWith('.html'))
      .map((path) => [path, readFileSync(join(dist, path), 'utf8')] as const),
  );
  const ids = new Map(
    [...texts].map(([path, text]) => [
      path,
      new Set([...text.matchAll(/ (?:id|name)="([^"]+)"/g)].map(([, id = '']) => id)),
    ]),
  );
  return [...texts].flatMap(([path, text]) =>
    [...text.matchAll(/<a [^>]*?href="([^"#:]*)#([^"]+)"/g)]
      .filter(([, name = '', anchor = '']) => {
        const target = targetOf(dist, path, name.startsWith(base) ? `/${name.slice(base.length)}` : name);
        return target !== null && ids.get(target)?.has(decodeURIComponent(anchor)) === false;
      })
      .map(([, name, anchor]) => `${path}: no target of \`${name}#${anchor}\``),
  );
}

/** Returns the page that a link leads to, as path in `dist`; null for what is no page, which VitePress has checked. */
function targetOf(dist: string, from: string, name: string): string | null {
  if (name === '') return from;
  const path = relative(dist, name.startsWith('/') ? join(dist, name) : join(dist, dirname(from), name));
  const candidates = [path, `${path}.html`, join(path, 'index.html')];
  return candidates.find((file) => file.endsWith('.html') && existsSync(join(dist, file))) ?? null;
}
