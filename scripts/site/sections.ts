/** A section of the sidebar: pages of a folder, and single pages of `docs/` beside it. */
export interface Section {
  readonly title: string;
  /** One line for `llms.txt`. */
  readonly description: string;
  /** Folder in `docs/` whose pages all belong to it, in the order of their front matter, then of their names. */
  readonly folder?: string;
  /** Pages by path in `docs/`, which follow those of the folder. */
  readonly pages?: readonly string[];
  /** Whether the sidebar shows only the title until it is opened. */
  readonly collapsed?: boolean;
}

/** Takes the pages of `docs/` that no section names. */
export const sectionOfOthers = 'Guides';

/** Order of the sidebar and of `llms.txt`. */
export const sections: readonly Section[] = [
  {
    title: 'Start',
    description: 'Three first steps, one for each way to use Runwright.',
    folder: 'start',
  },
  {
    title: 'Concepts',
    description: 'How runs, workflows, the agent and the browser work.',
    folder: 'concepts',
    pages: ['architecture.md', 'machines.md', 'page-view.md', 'browser.md', 'security.md'],
  },
  {
    title: 'Guides',
    description: 'One page for each task.',
    folder: 'guides',
    pages: [
      ...['console.md', 'hosting.md', 'deploying.md', 'observability.md', 'scaling.md', 'embed.md', 'mcp.md'],
      ...['secrets.md', 'scripts.md', 'cassettes.md'],
      ...['typed-workflows.md', 'write-a-block.md', 'write-a-driver.md', 'add-an-action.md'],
    ],
  },
  { title: 'Recipes', description: 'Whole workflows for common tasks.', folder: 'recipes' },
  {
    title: 'Reference',
    description: 'Block types, HTTP API, settings, command and packages.',
    pages: [
      ...['blocks.md', 'blocks-io.md', 'code-block.md', 'http-guide.md', 'command.md', 'settings.md'],
      ...['api-coverage.md', 'api/index.md'],
    ],
  },
  {
    title: 'Decisions',
    description: 'Why it is built as it is.',
    folder: 'decisions',
    collapsed: true,
  },
  {
    title: 'More',
    description: 'Other services, and the terms of this documentation.',
    pages: ['comparison.md', 'glossary.md'],
  },
];
