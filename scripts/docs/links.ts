import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/**
 * Returns a line for each relative link, and each path of the repository in backticks, that leads nowhere.
 *
 * @param path the Markdown page, from the root of the repository
 */
export function brokenReferences(root: string, path: string): readonly string[] {
  const text = readFileSync(join(root, path), 'utf8').replace(/^```[\s\S]*?^```$/gm, '');
  const links = [...text.matchAll(/\]\((?![a-z]+:)([^)\s]*)\)/g)].map(([, link = '']) => link);
  const paths = [
    ...text.matchAll(/`((?:packages|scripts|examples|docs|benchmarks|fixtures)\/[\w./-]+)`/g),
  ].map(([, name = '']) => name);
  return [
    ...links.filter((link) => !isTarget(root, path, link)).map((link) => `${path}: no target of \`${link}\``),
    // Build results are not in the repository.
    ...paths
      .filter((name) => !name.startsWith('docs/api') && !existsSync(join(root, name)))
      .map((name) => `${path}: \`${name}\` does not exist`),
  ];
}

/** Returns the anchors of the headings of a Markdown text, as GitHub makes them. */
export function anchors(text: string): readonly string[] {
  return [...text.matchAll(/^#{1,6} (.+)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replace(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-'),
  );
}

function isTarget(root: string, from: string, link: string): boolean {
  const [name = '', anchor] = link.split('#');
  const target = name === '' ? join(root, from) : join(root, dirname(from), name);
  if (!existsSync(target)) return false;
  return anchor === undefined || anchors(readFileSync(target, 'utf8')).includes(anchor);
}
