import { fileURLToPath } from 'node:url';
import { sectionText } from '@runwright/contract';
import nunjucks from 'nunjucks';

/** The agent's own texts, files in `src/prompts`. */
export type PromptName =
  | 'act-system'
  | 'act-task'
  | 'act-turn'
  | 'criteria'
  | 'dialog'
  | 'extract-system'
  | 'extract-task'
  | 'judge-failure'
  | 'metadata'
  | 'propose-schema'
  | 'verify-system'
  | 'verify-task';

// Seen from `src` and from the built `dist` alike, the texts lie beside this folder in `src`.
const folder = fileURLToPath(new URL('./prompts', import.meta.url));

const environment = new nunjucks.Environment(new nunjucks.FileSystemLoader(folder), {
  autoescape: false,
  throwOnUndefined: true,
  trimBlocks: true,
  lstripBlocks: true,
});

/**
 * Renders one of the agent's texts. Only texts of this package are rendered here; what a user or a page wrote goes in
 * as a value, is never read as a template and cannot end the section that it stands in. A name that a text needs and
 * `values` lacks is an error.
 */
export function prompt(name: PromptName, values: Readonly<Record<string, unknown>> = {}): string {
  return environment.render(`${name}.njk`, safe(values) as object).trim();
}

function safe(value: unknown): unknown {
  if (typeof value === 'string') return sectionText(value);
  if (Array.isArray(value)) return value.map(safe);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, safe(member)]));
}
