import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { brokenAnchors } from './broken-anchors.ts';
import { llmsFull, llmsIndex } from './llms.ts';
import { headingId } from './markdown.ts';
import { generatedFolders, readPages, toPage } from './read-pages.ts';
import { repositoryUrl, root } from './repository.ts';
import { searchBoost } from './search-boost.ts';
import { fillSections, linkOf, type SidebarItem, sidebar } from './sidebar.ts';
import { plainMarkdown, siteLink } from './site-link.ts';

const target = { root, repository: 'https://git.test/runwright' };
// Another check of the same commit may be writing the generated ones now.
const pages = readPages(join(root, 'docs'), generatedFolders);
const head = { title: 'Runwright', summary: 'An engine.' };
const page = (path: string, order?: number) =>
  toPage(
    path,
    `${order === undefined ? '' : `---\norder: ${order}\n---\n`}# Title of ${path}\n\nFirst. Second.\n`,
  );
const links = (items: readonly SidebarItem[]): readonly string[] =>
  items.flatMap(({ link, items: inner = [] }) => [...(link === undefined ? [] : [link]), ...links(inner)]);

describe('the sidebar', () => {
  it('leads to every page of docs/ once', () => {
    const expected = pages.map(({ path }) => linkOf(path)).filter((link) => link !== '/');
    expect(expected.length).toBeGreaterThan(90);
    expect([...links(sidebar(pages))].sort()).toEqual([...expected].sort());
  });

  it('leads to the pages of packages once they are built', () => {
    const built = ['api/index.md', 'api/@runwright/core/machines.md'];
    expect(links(sidebar(built.map((path) => page(path))))).toEqual([
      '/api/',
      '/api/@runwright/core/machines',
    ]);
  });

  it('orders pages of a folder by front matter, then by name, the index first', () => {
    const found = fillSections([
      page('guides/a.md'),
      page('guides/b.md', 2),
      page('guides/c.md', 1),
      page('guides/index.md'),
    ]);
    expect(found.map(({ title }) => title)).toEqual(['Guides']);
    expect(found[0]?.items.map(({ path }) => path)).toEqual([
      'guides/index.md',
      'guides/c.md',
      'guides/b.md',
      'guides/a.md',
    ]);
  });

  it('puts a page that no section names below the guides', () => {
    expect(fillSections([page('new.md')])[0]).toMatchObject({ title: 'Guides', items: [{ path: 'new.md' }] });
  });

  it('refuses a page without a title', () => {
    expect(() => toPage('a.md', 'Text\n\n```sh\n# comment\n```\n')).toThrow('it has no title');
  });
});

describe('links', () => {
  it.each([
    ['embed.md', '../examples/verbs.ts', 'https://git.test/runwright/blob/main/examples/verbs.ts'],
    ['embed.md', '../packages', 'https://git.test/runwright/tree/main/packages'],
    [
      'start/host.md',
      '../../CONTRIBUTING.md#layers',
      'https://git.test/runwright/blob/main/CONTRIBUTING.md#layers',
    ],
    ['embed.md', 'blocks.md#code', 'blocks.md#code'],
    ['embed.md', '#verbs', '#verbs'],
    ['embed.md', 'https://a.test/b#c', 'https://a.test/b#c'],
  ])('of %s to %s lead to %s', (from, href, to) => {
    expect(siteLink(from, href, target)).toBe(to);
  });

  it('to a missing file fail', () => {
    expect(() => siteLink('embed.md', '../none.ts', target)).toThrow('there is no `none.ts`');
  });

  it('use the address of the manifests', () => {
    expect(repositoryUrl()).toMatch(/^https:\/\/[^/]+\/.+[^/]$/);
    expect(repositoryUrl()).not.toContain('.git');
  });

  it('in samples stay as they are, and comments for generators are left out', () => {
    const text = '<!-- file: x -->\n\n[a](../package.json)\n```md\n<!-- b -->\n[a](../package.json)\n```\n';
    expect(plainMarkdown('embed.md', text, target)).toBe(
      '[a](https://git.test/runwright/blob/main/package.json)\n```md\n<!-- b -->\n[a](../package.json)\n```',
    );
  });

  it.each([
    ['index.md', 'public/pictures/run.png', '/pictures/run.png'],
    ['guides/a.md', '../public/logo.svg', '/logo.svg'],
    ['guides/a.md', 'public.md', 'public.md'],
    ['index.md', 'https://a.test/public/b.png', 'https://a.test/public/b.png'],
  ])('in the Markdown copy of %s to %s lead to %s', (from, href, to) => {
    expect(plainMarkdown(from, `![a](${href})`, target)).toBe(`![a](${to})`);
  });

  it('to headings that a built page does not have are reported', () => {
    const dist = mkdtempSync(join(tmpdir(), 'runwright-site-'));
    try {
      for (const [path, html] of [
        ['a.html', '<h2 id="one"></h2><a href="#one"></a><a href="#two"></a><a href="/b/c.html#x"></a>'],
        [
          'b/c.html',
          '<a href="../a.html#one"></a><a href="../a.html#three"></a><a href="https://x.test#y"></a>',
        ],
      ] as const) {
        mkdirSync(dirname(join(dist, path)), { recursive: true });
        writeFileSync(join(dist, path), html);
      }
      expect([...brokenAnchors(dist, '/')].sort()).toEqual([
        'a.html: no target of `#two`',
        'a.html: no target of `/b/c.html#x`',
        'b/c.html: no target of `../a.html#three`',
      ]);
    } finally {
      rmSync(dist, { recursive: true, force: true });
    }
  });

  it('to headings have the ids of GitHub', () => {
    expect(headingId('What is `masked`, and why')).toBe('what-is-masked-and-why');
  });
});

describe('the search', () => {
  const order = (...ids: readonly string[]) =>
    ids.toSorted((one, other) => searchBoost(other) - searchBoost(one));

  it('puts guides before reference pages, and what names every term last', () => {
    const expected = [
      '/recipes/a.html',
      '/secrets.html',
      '/blocks.html',
      '/decisions/0001-a.html',
      '/api-coverage.html',
    ];
    expect(order(...expected.toReversed())).toEqual(expected);
    expect(searchBoost('/start/host.html#ports')).toBe(searchBoost('/concepts/durability.html'));
    expect(searchBoost('/guides/docker.html')).toBe(searchBoost('/recipes/'));
    expect(searchBoost('/api/@runwright/core/records.html#a')).toBe(searchBoost('/api-coverage.html#b'));
    expect(searchBoost('/recipes/api-first.html')).toBe(searchBoost('/recipes/a.html'));
  });

  it('also below a base path', () => {
    for (const path of ['api/a.html', 'guides/a.html', 'blocks.html'])
      expect(searchBoost(`/docs/${path}`)).toBe(searchBoost(`/${path}`));
  });

  it('can execute the boost from its text alone, as VitePress writes it into the pages', () => {
    const written = new Function(`return ${searchBoost}`)() as typeof searchBoost;
    expect(written('/api/a.html')).toBe(searchBoost('/api/a.html'));
  });
});

describe('llms.txt', () => {
  const lines = llmsIndex(head, pages).trimEnd().split('\n');

  it('has a title, a summary, and sections of links with one line each', () => {
    expect(lines.slice(0, 3)).toEqual(['# Runwright', '', '> An engine.']);
    for (const line of lines.slice(3))
      expect(line).toMatch(/^(?:|## \S.*|- \[[^\]]+\]\(\/\S+\.md\)(?:: \S.*)?)$/);
  });

  it('lists every page once, decisions as optional at the end', () => {
    const listed = lines.flatMap((line) => /\]\(\/(\S+)\)/.exec(line)?.[1] ?? []);
    const expected = pages.map(({ path }) => path).filter((path) => path !== 'index.md');
    expect([...listed].sort()).toEqual([...expected].sort());
    const rest = lines.slice(lines.indexOf('## Optional') + 2);
    expect(rest.length).toBeGreaterThan(50);
    expect(rest.every((line) => line.includes('](/decisions/'))).toBe(true);
  });

  it('describes a page by its first sentence, without marks', () => {
    const described = toPage('a.md', '# A\n\n<!-- x -->\n\nRead `b` of [c](d.md). More.\n');
    expect(described.description).toBe('Read b of c.');
  });

  it('describes a decision by what it says, not by its status', () => {
    for (const status of [
      '**Status**: accepted',
      '**Status:** replaced by [2](0002-b.md).',
      '**Status.** Open',
    ])
      expect(toPage('a.md', `# A\n\n${status}\n\nRuns end. More.\n`).description).toBe('Runs end.');
    expect(lines.filter((line) => /: Status\b/.test(line))).toEqual([]);
  });

  it('finds codes of an authenticator by their short name, and runs that stay queued', () => {
    const entry = (path: string) => lines.find((line) => line.includes(`](/${path})`));
    expect(entry('recipes/sign-in-with-totp.md')).toContain('(TOTP)');
    expect(entry('guides/troubleshooting.md')).toContain('a run stays queued');
  });

  it('has a full form with the text of the pages, without decisions', () => {
    const full = llmsFull(head, pages, target);
    expect(full).toContain('<!-- page: /embed.md -->\n\n# Embed the engine');
    expect(full).toContain('https://git.test/runwright/blob/main/examples/verbs.ts');
    expect(full).not.toContain('<!-- page: /decisions/');
    const links = [...full.replace(/^( *)```[\s\S]*?^\1```/gm, '').matchAll(/\]\(([^)\s]+)\)/g)].map(
      ([, href = '']) => href,
    );
    expect(links.filter((href) => !/^(?:[a-z]+:|\/)/.test(href))).toEqual([]);
  });
});
