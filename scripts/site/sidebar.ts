import type { SitePage } from './read-pages.ts';
import { type Section, sectionOfOthers, sections } from './sections.ts';

/** A section with its pages, in order. */
export interface FilledSection extends Section {
  readonly items: readonly SitePage[];
}

/** An entry of the sidebar, in the form that VitePress takes. */
export interface SidebarItem {
  readonly text: string;
  readonly link?: string;
  readonly collapsed?: boolean;
  readonly items?: readonly SidebarItem[];
}

/** Returns the sections that have pages. Every page but the home page and those of packages is in one of them. */
export function fillSections(pages: readonly SitePage[]): readonly FilledSection[] {
  const named = new Set(sections.flatMap((section) => section.pages ?? []));
  return sections
    .map((section) => {
      const inFolder = pages
        .filter(({ path }) => section.folder !== undefined && path.startsWith(`${section.folder}/`))
        .sort(byOrder);
      const single = (section.pages ?? []).flatMap((path) => pages.filter((page) => page.path === path));
      const others =
        section.title === sectionOfOthers ? pages.filter(({ path }) => isOther(path, named)) : [];
      return { ...section, items: [...inFolder, ...single, ...others] };
    })
    .filter(({ items }) => items.length > 0);
}

/** Returns the sidebar of the site. Pages of packages are below the entry of the packages. */
export function sidebar(pages: readonly SitePage[]): readonly SidebarItem[] {
  return fillSections(pages).map(({ title, items, collapsed = false }) => ({
    text: title,
    collapsed,
    items: items.map((page) =>
      page.path === 'api/index.md'
        ? { text: 'Packages', link: linkOf(page.path), collapsed: true, items: packageItems(pages) }
        : { text: page.title, link: linkOf(page.path) },
    ),
  }));
}

/** Returns the address of a page on the site, from its path in `docs/`. */
export function linkOf(path: string): string {
  return `/${path.replace(/(?:(^|\/)index)?\.md$/, '$1')}`;
}

function packageItems(pages: readonly SitePage[]): readonly SidebarItem[] {
  return pages
    .filter(({ path }) => path.startsWith('api/') && path !== 'api/index.md')
    .map(({ path, title }) => ({ text: title.replace('@runwright/', ''), link: linkOf(path) }));
}

function isOther(path: string, named: ReadonlySet<string>): boolean {
  if (path === 'index.md' || path.startsWith('api/') || named.has(path)) return false;
  return !sections.some(({ folder }) => folder !== undefined && path.startsWith(`${folder}/`));
}

/** By `order`, an index before the others, then by path. */
function byOrder(one: SitePage, other: SitePage): number {
  const isIndex = (page: SitePage): number => (page.path.endsWith('/index.md') ? 0 : 1);
  if (isIndex(one) !== isIndex(other)) return isIndex(one) - isIndex(other);
  if (one.order !== other.order) return one.order < other.order ? -1 : 1;
  return one.path < other.path ? -1 : 1;
}
