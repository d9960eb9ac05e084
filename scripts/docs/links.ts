import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { repositoryUrl } from '../site/repository.ts';

/**
 * Returns a line for each relative link, link to a file of the repository on its main branch, and path of the repository in
 * backticks that leads nowhere.
 *
 * @param path the Markdown page, from the root of the repository
 */
export function brokenReferences(root: string, path: string): readonly string[] {
  const text = withoutBlocks(readFileSync(join(root, path), 'utf8'));
  const paths = [
    ...text.matchAll(/`((?:packages|scripts|examples|docs|benchmarks|fixtures)\/[\w./-]+)`/g),
  ].map(([, name = '']) => name);
  return [
    ...relativeLinks(text)
      .filter((link) => !isTarget(root, path, link))
      .map((link) => `${path}: no target of \`${link}\``),
    ...repositoryLinks(text)
      .filter((link) => !isTarget(root, '', link))
      .map((link) => `${path}: the repository has no target of \`${link}\``),
    // Build results are not in the repository.
    ...paths
      .filter((name) => !name.startsWith('docs/api') && !existsSync(join(root, name)))
      .map((name) => `${path}: \`${name}\` does not exist`),
  ];
}

/** Returns the links of a Markdown text, outside of its code blocks, that name no host. */
export function relativeLinks(text: string): readonly string[] {
  return linksOf(text).filter((link) => !/^[a-z]+:/.test(link));
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

function linksOf(text: string): readonly string[] {
  return [...withoutBlocks(text).matchAll(/\]\(([^)\s]*)\)/g)].map(([, link = '']) => link);
}

/** Paths from the root, with their anchors, of links to the main branch of the repository. */
function repositoryLinks(text: string): readonly string[] {
  const places = ['blob', 'tree'].map((kind) => `${repositoryUrl()}/${kind}/main/`);
  return linksOf(text).flatMap((link) => {
    const place = places.find((one) => link.startsWith(one));
    return place === undefined ? [] : [link.slice(place.length)];
  });
}

function withoutBlocks(text: string): string {
  return text.replace(/^```[\s\S]*?^```$/gm, '');
}

function isTarget(root: string, from: string, link: string): boolean {
  const [name = '', anchor] = link.split('#');
  const target = name === '' ? join(root, from) : join(root, dirname(from), name);
  if (!existsSync(target)) return false;
  return anchor === undefined || anchors(readFileSync(target, 'utf8')).includes(anchor);
}
