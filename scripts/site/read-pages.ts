import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** A page of the documentation. */
export interface SitePage {
  /** Path in `docs/`, such as `guides/docker.md`. */
  readonly path: string;
  readonly title: string;
  /** First sentence below the title, as plain text; empty when the page has no text of its own. */
  readonly description: string;
  /** `order` of the front matter; Infinity without one. */
  readonly order: number;
  /** Markdown without front matter. */
  readonly text: string;
}

/** Folders of `docs/` that hold no pages. */
const otherFolders = ['.vitepress', 'public', 'node_modules'];
/** Folders of `docs/` that the build writes. */
export const generatedFolders: readonly string[] = ['api', 'reference'];

/**
 * Reads every page below `docs`, sorted by path.
 *
 * @param without folders in `docs` that are left out; default none
 * @throws Error for a page without a title, which has no place in a sidebar
 */
export function readPages(docs: string, without: readonly string[] = []): readonly SitePage[] {
  return pagesOf(docs, '', new Set([...otherFolders, ...without]));
}

/** Returns a page from its text, with front matter. */
export function toPage(path: string, source: string): SitePage {
  const matter = /^---\n([\s\S]*?)\n---\n/.exec(source);
  const text = matter ? source.slice(matter[0].length) : source;
  const field = (name: string): string | undefined =>
    new RegExp(`^${name}: *(.+)$`, 'm').exec(matter?.[1] ?? '')?.[1]?.trim();
  const title = field('title') ?? /^# (.+)$/m.exec(withoutCode(text))?.[1];
  if (title === undefined)
    throw new Error(`Cannot list \`docs/${path}\`: it has no title. Begin it with a line \`# Title\`.`);
  const description = field('description') ?? firstSentence(text);
  return { path, title: plainText(title), description, order: Number(field('order') ?? Infinity), text };
}

/** Returns Markdown of one line without marks: links are their text. */
export function plainText(markdown: string): string {
  return markdown
    .replace(/!?\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replace(/[`*]/g, '')
    .replace(/\\(.)/g, '$1')
    .trim();
}

function pagesOf(docs: string, folder: string, ignored: ReadonlySet<string>): readonly SitePage[] {
  return readdirSync(join(docs, folder), { withFileTypes: true })
    .sort((one, other) => (one.name < other.name ? -1 : 1))
    .flatMap((entry) => {
      const path = join(folder, entry.name);
      if (entry.isDirectory()) return ignored.has(path) ? [] : pagesOf(docs, path, ignored);
      return path.endsWith('.md') ? [toPage(path, readFileSync(join(docs, path), 'utf8'))] : [];
    });
}

function firstSentence(text: string): string {
  const paragraph = withoutCode(text)
    .replace(/<!--[\s\S]*?-->/g, '')
    .split(/\n{2,}/)
    .map((part) => part.trim())
    .find((part) => /^[\p{L}`[*]/u.test(part) && !/^\*\*Status(?:\*\*:|[:.]\*\*)/.test(part));
  const line = plainText((paragraph ?? '').replaceAll('\n', ' '))
    .replace(/^(?:Context|Decision)\. /, '')
    .trim();
  return /^.+?[.:](?= |$)/.exec(line)?.[0].replace(/:$/, '.') ?? line;
}

function withoutCode(text: string): string {
  return text.replace(/^( *)(```+)[\s\S]*?^\1\2$/gm, '');
}
