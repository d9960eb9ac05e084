import { anchors } from '../docs/links.ts';

/** A page of the site that is a part of the README. */
export interface ReadmePage {
  /** Anchor of the heading in the README. */
  readonly anchor: string;
  /** Path in `docs/`. */
  readonly path: string;
  readonly order: number;
}

export const readmePages: readonly ReadmePage[] = [
  { anchor: 'the-command', path: 'reference/command.md', order: 1 },
  { anchor: 'settings', path: 'reference/settings.md', order: 2 },
];

/**
 * Returns the section of the README below a heading of the second level as a page in `docs/reference/`.
 *
 * @throws Error when the README has no such heading
 */
export function readmePage(readme: string, { anchor, order }: ReadmePage): string {
  const section = readme.split(/^(?=## )/m).find((part) => anchors(part)[0] === anchor);
  if (section === undefined)
    throw new Error(`Cannot write the page of \`README.md#${anchor}\`: it has no such heading. Restore it.`);
  // The page is two folders below the README.
  const text = section
    .replace(/^#(#+ )/gm, '$1')
    .replace(/\]\((?![a-z]+:|#)([^)\s]+)\)/g, '](../../$1)')
    .replaceAll('](../../docs/', '](../');
  return `---\norder: ${order}\n---\n\n<!-- Generated from README.md when the site is built. -->\n\n${text.trim()}\n`;
}
