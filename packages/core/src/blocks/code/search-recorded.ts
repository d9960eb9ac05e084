import {
  type Clock,
  type Log,
  type PageDriver,
  type RecordedTarget,
  RunwrightError,
  type ScriptAssistant,
  type TargetMatch,
} from '@runwright/contract';
import { type ChosenMatch, chooseMatch } from '../../scripts/choose-match.ts';
import type { ScriptTarget } from '../../scripts/learned-block.ts';
import { parseTargetCall, type TargetCall, wantedTarget } from '../../scripts/script-target.ts';
import { type Call, type FindElement, findElement, type ProgramPage } from './find-element.ts';

/** What is needed to find the elements of a script. */
export interface RecordedElements {
  readonly label: string;
  readonly targets: Readonly<Record<string, ScriptTarget>>;
  /** Is asked for an element that neither selectors nor fingerprint find; null: nobody is. */
  readonly assistant: Pick<ScriptAssistant, 'locate'> | null;
  readonly clock: Clock;
  readonly log: Pick<Log, 'record'>;
  /** Is called when a model has found an element. */
  readonly onLocated: () => void;
}

/** Time in ms in which an element may appear, and between two looks for it. */
const waitMs = 3_000;
const pollMs = 250;

/** Finds the elements of one program of a script. */
export interface ElementSearch {
  readonly find: FindElement;
  /** Tells whether an element is on the page and can be used; waits for nothing. */
  readonly has: (page: ProgramPage, wanted: unknown, call: Call) => Promise<boolean>;
}

/**
 * Returns what finds the elements of a script: by selectors, by fingerprint, and else by one question to a model. What the
 * selectors have not found is told on the timeline, and is repaired when the run has completed. `has` asks the model only
 * about an element that this program has found in no other way: one that was on a page before is gone, not changed.
 */
export function searchRecorded(elements: RecordedElements): ElementSearch {
  const matched = new Set<string>();
  /** Element that `has` has let a model locate, for the action that comes next. */
  let located: { readonly target: string; readonly id: string } | null = null;

  const targetFor = (
    named: TargetCall,
  ): { readonly recorded: ScriptTarget; readonly target: RecordedTarget } => {
    const { targets, label } = elements;
    const recorded = Object.hasOwn(targets, named.target) ? targets[named.target] : undefined;
    if (recorded) return { recorded, target: wantedTarget(recorded, named) };
    throw new RunwrightError(
      'block_failed',
      `The script describes no element \`${named.target}\`. Name one of \`blocks/${label}.json\`.`,
    );
  };
  const noteMatch = async (named: TargetCall, match: ChosenMatch | null, id: string): Promise<void> => {
    const { target, name, row } = named;
    if (match !== null) matched.add(target);
    // One that is named by a value of today is another one each time, and its description stays as it is.
    const isAsRecorded = match?.foundBy === 'selector' || (match !== null && (name ?? row) !== undefined);
    if (!isAsRecorded) await noteRepair(elements, target, id, match);
  };

  return {
    async find(page, wanted, call) {
      const named = parseTargetCall(wanted);
      if (named === null) return findElement(page, wanted, call);
      const { recorded, target } = targetFor(named);
      const known = located?.target === named.target ? located.id : null;
      located = null;
      const match =
        known === null ? await waitForMatch(await page.driver(), target, elements.clock, call) : null;
      const id = known ?? match?.id ?? (await locate(elements, target, recorded.reason));
      if (id === null) throw missing(elements.label, target);
      await noteMatch(named, match, id);
      // A look makes no view, and an action belongs to one.
      await page.read(call, 'action');
      return { id, reason: recorded.reason ?? null, mustHaveEffect: true };
    },
    async has(page, wanted, call) {
      const named = parseTargetCall(wanted);
      if (named === null) {
        throw new RunwrightError(
          'block_failed',
          '`page.has` takes an element of the script: `target(name)`.',
        );
      }
      const { recorded, target } = targetFor(named);
      const match = chooseMatch(await similar(await page.driver(), target, call));
      if (match !== null) matched.add(named.target);
      const isAsked = match === null && !matched.has(named.target);
      const id = match?.id ?? (isAsked ? await locate(elements, target, recorded.reason) : null);
      located = match === null && id !== null ? { target: named.target, id } : null;
      const element = (await page.read(call, 'action')).elements().find((each) => each.id === id);
      return element !== undefined && !element.flags.includes('disabled');
    },
  };
}

async function similar(
  driver: PageDriver,
  target: RecordedTarget,
  { signal }: Call,
): Promise<readonly TargetMatch[]> {
  if (driver.findSimilar) return driver.findSimilar(target, { signal });
  throw new RunwrightError(
    'block_failed',
    'This browser driver cannot find the elements of a learned script. Run the workflow with `run_with: agent`, or use another driver.',
  );
}

async function waitForMatch(
  driver: PageDriver,
  target: RecordedTarget,
  clock: Clock,
  call: Call,
): Promise<ChosenMatch | null> {
  for (const end = clock.now() + waitMs; ; ) {
    const match = chooseMatch(await similar(driver, target, call));
    if (match !== null || clock.now() >= end) return match;
    await clock.sleep(pollMs, { signal: call.signal });
  }
}

async function locate(
  { assistant, onLocated }: RecordedElements,
  target: RecordedTarget,
  reason: string | undefined,
): Promise<string | null> {
  const id = (await assistant?.locate(describe(target, reason))) ?? null;
  if (id !== null) onLocated();
  return id;
}

function describe({ kind, name, row }: RecordedTarget, reason: string | undefined): string {
  const where = row === undefined ? '' : `, in the row with ${row.map((text) => `"${text}"`).join(' and ')}`;
  const why = reason === undefined ? '' : `. It was used for: ${reason}`;
  return `${kind} "${name}"${where}${why}`;
}

async function noteRepair(
  { label, log }: RecordedElements,
  target: string,
  id: string,
  match: ChosenMatch | null,
): Promise<void> {
  const how = match === null ? 'located by a model' : 'recognized by its other features';
  await log.record({
    type: 'thought',
    thoughtType: 'notice',
    scenario: 'environment',
    observation: null,
    thought: `The selectors of \`${target}\` in the script of block \`${label}\` find nothing any more, so the element was ${how}. The script is repaired when the run completes.`,
    answer: null,
    output: { repaired_target: target, element_id: id, found_by: match?.foundBy ?? 'model' },
    usage: null,
  });
}

function missing(label: string, target: RecordedTarget): RunwrightError {
  return new RunwrightError(
    'block_failed',
    `The script of block \`${label}\` needs ${describe(target, undefined)}, which is not on the page. Run the block with the agent, or set \`ai_fallback\`.`,
    { details: { failure_category: 'target_missing' } },
  );
}
