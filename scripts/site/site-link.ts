import { existsSync, statSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';

/** Where links of pages lead. */
export interface LinkTarget {
  readonly root: string;
  /** Address of the repository, without a slash at its end. */
  readonly repository: string;
}

/**
 * Returns where a link of a page leads on the site. Links within `docs/` stay as they are; others lead to the repository.
 *
 * @param page path in `docs/`
 * @throws Error when the file does not exist
 */
export function siteLink(page: string, href: string, { root, repository }: LinkTarget): string {
  if (/^(?:[a-z][a-z\d+.-]*:|\/|#|$)/i.test(href)) return href;
  const [name = '', anchor] = href.split('#');
  const target = relative(root, join(root, 'docs', dirname(page), decodeURIComponent(name)));
  if (target.startsWith('docs/')) return href;
  const path = join(root, target);
  if (!existsSync(path))
    throw new Error(
      `Cannot link \`${href}\` of \`docs/${page}\`: there is no \`${target}\`. Correct the link.`,
    );
  const kind = statSync(path).isDirectory() ? 'tree' : 'blob';
  return `${repository}/${kind}/main/${target}${anchor === undefined ? '' : `#${anchor}`}`;
}

/**
 * Returns a page as Markdown for readers without a browser: with the links of the site, without comments for generators. `rooted`: links
 * begin at the root of the site, for a text that stands elsewhere.
 */
export function plainMarkdown(
  page: string,
  text: string,
  target: LinkTarget,
  { rooted = false }: { readonly rooted?: boolean } = {},
): string {
  const linked = (href: string): string => {
    const found = publicFile(page, siteLink(page, href, target));
    return rooted ? fromRoot(page, found) : found;
  };
  return outsideOfCode(text, (part) =>
    part
      .replace(/^<!--[\s\S]*?-->\n*/gm, '')
      .replace(/\]\(([^)\s]+)\)/g, (_found, href: string) => `](${linked(href)})`),
  ).trim();
}

function fromRoot(page: string, href: string): string {
  if (/^(?:[a-z][a-z\d+.-]*:|\/)/i.test(href)) return href;
  return href.startsWith('#') ? `/${page}${href}` : `/${join(dirname(page), href)}`;
}

/** Files of `docs/public` stand at the root of the site. */
function publicFile(page: string, href: string): string {
  if (/^(?:[a-z][a-z\d+.-]*:|\/|#)/i.test(href)) return href;
  const path = join(dirname(page), href);
  return path.startsWith('public/') ? path.slice('public'.length) : href;
}

function outsideOfCode(text: string, change: (part: string) => string): string {
  return text
    .split(/(^( *)(?:```+)[^\n]*\n[\s\S]*?^\2```+$\n?)/gm)
    .filter((_part, index) => index % 3 !== 2)
    .map((part, index) => (index % 2 === 0 ? change(part) : part))
    .join('');
}
