import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { DefaultTheme, UserConfig } from 'vitepress';
import { llmsFull, llmsIndex } from './llms.ts';
import { extendMarkdown, headingId } from './markdown.ts';
import { readPages } from './read-pages.ts';
import { repositoryUrl, root } from './repository.ts';
import { searchBoost } from './search-boost.ts';
import { sidebar } from './sidebar.ts';
import { plainMarkdown } from './site-link.ts';

const title = 'Runwright';
const summary = 'An embeddable engine for browser workflows, in TypeScript.';

/**
 * Returns the configuration of VitePress. Nothing is loaded from another host: fonts are those of the system, the search is an
 * index beside the pages. `RUNWRIGHT_DOCS_BASE` is the path under which the site is served; default `/`.
 */
export function siteConfig(): UserConfig<DefaultTheme.Config> {
  const docs = join(root, 'docs');
  const pages = readPages(docs);
  const target = { root, repository: repositoryUrl() };
  const base = siteBase();
  return {
    title,
    description: summary,
    lang: 'en',
    base,
    head: [['link', { rel: 'icon', type: 'image/svg+xml', href: `${base}logo.svg` }]],
    ignoreDeadLinks: false,
    markdown: {
      anchor: { slugify: headingId },
      config: (markdown) => extendMarkdown(markdown, target),
    },
    vite: {
      // Mermaid is loaded by the pages that draw something.
      build: { chunkSizeWarningLimit: 4000 },
      // That of tsconfig.json is not known to the esbuild of VitePress.
      esbuild: { target: 'es2022', tsconfigRaw: {} },
    },
    themeConfig: {
      logo: '/logo.svg',
      nav: [
        { text: 'Start', link: '/start/host', activeMatch: '^/start/' },
        { text: 'Blocks', link: '/blocks' },
        { text: 'HTTP API', link: '/http-guide' },
        { text: 'Packages', link: '/api/', activeMatch: '^/api/' },
      ],
      sidebar: sidebar(pages) as DefaultTheme.SidebarItem[],
      outline: [2, 3],
      socialLinks: [{ icon: 'github', link: target.repository }],
      search: {
        provider: 'local',
        options: {
          miniSearch: {
            searchOptions: { boostDocument: searchBoost },
          },
        },
      },
    },
    buildEnd: ({ outDir }) => {
      const write = (path: string, text: string): void => {
        mkdirSync(dirname(join(outDir, path)), { recursive: true });
        writeFileSync(join(outDir, path), text);
      };
      for (const { path, text } of pages) write(path, `${plainMarkdown(path, text, target)}\n`);
      write('llms.txt', llmsIndex({ title, summary }, pages));
      write('llms-full.txt', llmsFull({ title, summary }, pages, target));
    },
  };
}

/** Returns the path under which the site is served, with a slash at both ends. */
export function siteBase(): string {
  return process.env.RUNWRIGHT_DOCS_BASE ?? '/';
}
