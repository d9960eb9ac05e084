import type { ScriptTarget } from '../learned-block.ts';
import { bindPageText, type ValueSources, withoutValues } from './bind-value.ts';
import { dropDetours } from './drop-detours.ts';
import { generalizePages } from './generalize-pages.ts';
import { targetNames } from './name-targets.ts';
import { type RecordedStep, Unlearnable } from './recorded-steps.ts';
import { statementOf } from './statement-of.ts';

/** A block whose program is generated. */
export interface LearnedRun {
  readonly label: string;
  readonly runId: string;
  /** What the block asks for, as it is written. */
  readonly prompt: string;
  readonly steps: readonly RecordedStep[];
  readonly sources: ValueSources;
  /** True when the block extracts data by a goal or schema of its own. */
  readonly hasDataGoal: boolean;
  /** True when the output of the block has extracted data. */
  readonly hasData: boolean;
  /** True when a model judged criteria of the block. */
  readonly hasCriteria: boolean;
  /** True when the block reads all pages of its data, whatever their number. Default: false. */
  readonly readsPages?: boolean;
}

/** The program of a block, and the elements that it names. */
export interface GeneratedProgram {
  readonly code: string;
  readonly targets: Readonly<Record<string, ScriptTarget>>;
}

interface Statement {
  readonly code: string;
  /** Empty: there is none. */
  readonly comment: string;
}

const mostStatements = 300;

/** Writes the program that repeats what an agent has done. Throws {@link Unlearnable} when no program can. */
export function generateProgram(run: LearnedRun): GeneratedProgram {
  const names = targetNames();
  // One click shows how to go on when all pages are wanted; otherwise it may have been wanted itself.
  const leastClicks = run.readsPages ? 1 : 2;
  const statements = generalizePages(dropDetours(run.steps), leastClicks).flatMap(
    (step): readonly Statement[] => {
      if (step.type === 'extract') return [{ code: extractOf(step.goal, run), comment: '' }];
      const code = statementOf(step, { sources: run.sources, names });
      return code === null ? [] : [{ code, comment: withoutValues(step.target?.reason ?? '', run.sources) }];
    },
  );
  if (statements.length === 0 && !run.hasData) throw new Unlearnable('it took no action on a page');
  if (statements.length > mostStatements)
    throw new Unlearnable(`it took more than ${mostStatements} actions`);
  const hasExtract = statements.some(({ code }) => code.startsWith('page.extract('));
  const all =
    run.hasData && !hasExtract ? [...statements, { code: 'page.extract()', comment: '' }] : statements;
  const pages = findPages(all, leastClicks);
  if (run.readsPages && !hasEveryExtract(pages, all))
    throw new Unlearnable('what it did does not show how to go on from page to page, whatever their number');
  return { code: `${headOf(run)}\n${linesOf(all, pages).join('\n')}\n`, targets: names.targets };
}

function extractOf(goal: string | null, { hasDataGoal, sources }: LearnedRun): string {
  if (hasDataGoal || goal === null) return 'page.extract()';
  return `page.extract(${bindPageText(goal, sources) ?? JSON.stringify(goal)})`;
}

function headOf({ label, runId, prompt, hasCriteria }: LearnedRun): string {
  const lines = [
    ...prompt.split(/[\r\n\u2028\u2029]+/),
    '',
    `Learned from run ${runId}. \`target(…)\` names an element of blocks/${label}.json.`,
    ...(hasCriteria
      ? ['The criteria of the block were judged by a model in that run. This program does not judge them.']
      : []),
  ];
  return lines.map((line) => `// ${line}`.trimEnd()).join('\n');
}

function linesOf(statements: readonly Statement[], loop: Pages | null): readonly string[] {
  if (loop === null)
    return statements.flatMap((each, index) => lineOf(each, index === statements.length - 1));
  const { start, end, extract, next } = loop;
  return [
    ...statements.slice(0, start).flatMap((each) => lineOf(each, false)),
    'for (let pages = 1; ; pages += 1) {',
    `  await ${extract};`,
    `  if (pages === ${mostPages}) throw new Error('There are more than ${mostPages} pages.');`,
    `  if (!(await page.has(${next.target}))) break;`,
    `  await ${next.code};`,
    '}',
    ...statements.slice(end).flatMap((each) => lineOf(each, false)),
  ];
}

const mostPages = 500;

interface Pages {
  /** Index of the first statement of the loop, and of the first one after it. */
  readonly start: number;
  readonly end: number;
  readonly extract: string;
  readonly next: { readonly code: string; readonly target: string };
}

/** Finds data that was extracted page by page: extractions with the same click between each two of them. */
function findPages(statements: readonly Statement[], leastClicks: number): Pages | null {
  const codes = statements.map(({ code }) => code);
  for (const [start, extract] of codes.entries()) {
    const click = codes[start + 1] ?? '';
    const [, target] = /^page\.click\((target\('[^']*'\))[,)]/.exec(click) ?? [];
    if (!extract.startsWith('page.extract(') || target === undefined) continue;
    let end = start + 1;
    while (codes[end] === click && codes[end + 1] === extract) end += 2;
    if (end - start > 2 * leastClicks) return { start, end, extract, next: { code: click, target } };
  }
  return null;
}

/** Returns whether all extractions are in the loop over the pages: one outside of it reads a page of that run. */
function hasEveryExtract(pages: Pages | null, statements: readonly Statement[]): boolean {
  if (pages === null) return false;
  const others = [...statements.slice(0, pages.start), ...statements.slice(pages.end)];
  return !others.some(({ code }) => code.startsWith('page.extract('));
}

function lineOf({ code, comment }: Statement, isLast: boolean): readonly string[] {
  const text = comment.replace(/\s+/g, ' ').trim();
  const above = text === '' ? [] : [`// ${text.length > 120 ? `${text.slice(0, 119)}…` : text}`];
  const keyword = isLast && code.startsWith('page.extract(') ? 'return await' : 'await';
  return [...above, `${keyword} ${code};`];
}
