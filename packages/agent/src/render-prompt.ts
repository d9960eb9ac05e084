import { sectionText } from '@runwright/contract';
import nunjucks from 'nunjucks';
import { prompts } from './prompts.generated.ts';

/** Name of a prompt template in `src/prompts`, without extension. */
export type PromptName =
  | 'act-system'
  | 'act-task'
  | 'act-turn'
  | 'computer-system'
  | 'criteria'
  | 'dialog'
  | 'extract-system'
  | 'extract-task'
  | 'judge-failure'
  | 'metadata'
  | 'observe-system'
  | 'observe-task'
  | 'plan-system'
  | 'plan-task'
  | 'propose-schema'
  | 'screen-message'
  | 'screen-message-task'
  | 'screen-system'
  | 'screen-task'
  | 'script-locate'
  | 'script-question'
  | 'script-task'
  | 'verify-system'
  | 'verify-task';

// Templates are part of the program, so that they are found wherever a bundler puts it.
const texts: ReadonlyMap<string, string> = new Map(Object.entries(prompts));

const environment = new nunjucks.Environment(
  { getSource },
  {
    autoescape: false,
    throwOnUndefined: true,
    trimBlocks: true,
    lstripBlocks: true,
  },
);

/**
 * Renders a prompt template of this package. Texts of users and pages are passed as values: they are never parsed as
 * templates and cannot close the section that contains them. Throws when `values` lacks a name that the template uses.
 */
export function renderPrompt(name: PromptName, values: Readonly<Record<string, unknown>> = {}): string {
  return environment.render(`${name}.njk`, escapeSectionTags(values) as object).trim();
}

function getSource(file: string): nunjucks.LoaderSource {
  const src = texts.get(file);
  if (src === undefined)
    throw new Error(
      `Cannot render the prompt \`${file}\`: it is not in \`src/prompts\`. Run \`npm run docs:pages\`.`,
    );
  return { src, path: file, noCache: false };
}

function escapeSectionTags(value: unknown): unknown {
  if (typeof value === 'string') return sectionText(value);
  if (Array.isArray(value)) return value.map(escapeSectionTags);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, escapeSectionTags(member)]));
}
