import type { SitePage } from './read-pages.ts';
import { fillSections } from './sidebar.ts';
import { type LinkTarget, plainMarkdown } from './site-link.ts';

/** Sections that a reader with little room may leave out: the last of the list, as llmstxt.org has it. */
const optional = new Set(['Decisions']);

/** What `llms.txt` begins with. */
export interface LlmsHead {
  readonly title: string;
  readonly summary: string;
}

/** Returns `llms.txt` in the form of llmstxt.org: title, summary, and sections of links, each with one line. */
export function llmsIndex({ title, summary }: LlmsHead, pages: readonly SitePage[]): string {
  const filled = fillSections(pages);
  const main = filled.filter((section) => !optional.has(section.title));
  const others = filled.filter((section) => optional.has(section.title)).flatMap(({ items }) => items);
  return [
    `# ${title}`,
    `> ${summary}`,
    ...main.map((section) => `## ${section.title}\n\n${section.items.map(entry).join('\n')}`),
    ...(others.length > 0 ? [`## Optional\n\n${others.map(entry).join('\n')}`] : []),
  ]
    .join('\n\n')
    .concat('\n');
}

/** Returns `llms-full.txt`: the text of all pages but decisions and the pages of packages, one after the other. */
export function llmsFull(
  { title, summary }: LlmsHead,
  pages: readonly SitePage[],
  target: LinkTarget,
): string {
  const texts = fillSections(pages)
    .filter((section) => !optional.has(section.title))
    .flatMap(({ items }) => items)
    .filter(({ path }) => !path.startsWith('api/'))
    .map(
      ({ path, text }) => `<!-- page: /${path} -->\n\n${plainMarkdown(path, text, target, { rooted: true })}`,
    );
  return `# ${title}\n\n> ${summary}\n\n${texts.join('\n\n')}\n`;
}

function entry({ path, title, description }: SitePage): string {
  return `- [${title}](/${path})${description === '' ? '' : `: ${description}`}`;
}
