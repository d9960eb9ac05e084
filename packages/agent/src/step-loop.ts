import { RunwrightError } from '@runwright/contract';
import { throwIfAborted } from './abort.ts';
import { type ClosingMove, conclude } from './check-task-end.ts';
import { decide, type Mind } from './decide.ts';
import { type Decision, isPageMove } from './decision.ts';
import { type TaskDownloads, taskDownloads } from './task-downloads.ts';
import { type Findings, findings } from './data-collector.ts';
import { type History, history } from './history.ts';
import { judgeFailure, withErrorCode } from './judge-failure.ts';
import { keepObservation, type Observation, observe, wantsImage } from './observe.ts';
import { perform } from './execute-actions.ts';
import { beginStep, type Step } from './step.ts';
import { type Attempted, type StuckLevel, stuckLevel } from './stuck-level.ts';
import type { TaskResult } from './task-output.ts';
import type { TaskEnd } from './task-spec.ts';
import { checkCriteria } from './verify.ts';
import type { Work } from './task-context.ts';

/** What the loop carries from step to step. */
interface Progress {
  mind: Mind;
  lastLines: readonly string[];
  /** A page that was read at the end of the last step and still stands. */
  seen: Observation | null;
  stuck: StuckLevel;
  failedSteps: number;
  readonly done: History;
  readonly attempts: Attempted[];
  readonly downloads: TaskDownloads;
  readonly findings: Findings;
  /** Claims of success that were refused, by page. */
  readonly refusals: Map<string, number>;
}

const refusalsPerPage = 2;

/**
 * Reads the page, lets the model decide, carries its actions out, and begins again, until the goal is reached, given up
 * or out of reach of the allowed steps. One model call for each step; claims of success are checked.
 *
 * @throws RunwrightError `model_failed` when a step got no usable decision twice; `browser_failed`, `canceled`
 */
export async function stepLoop(work: Work): Promise<TaskResult> {
  const progress: Progress = {
    mind: { memory: '', plan: [] },
    lastLines: [],
    seen: null,
    stuck: { level: 'none' },
    failedSteps: 0,
    done: history(),
    attempts: [],
    downloads: taskDownloads(work),
    findings: findings(work),
    refusals: new Map(),
  };
  // The address at which a task begins may be that of a file.
  let end = await endByDownload(work, progress);
  for (let order = 0; !end; order += 1) end = await takeStep(work, progress, order, false);
  if (end.status === 'completed') await progress.downloads.collect();
  else await progress.downloads.keepWhole();
  return { end, data: progress.findings.data, downloads: progress.downloads.files };
}

/**
 * One step; null when the loop goes on. When the model gives no usable decision, the step fails and is taken once more
 * under the same number, with a fresh look at the page.
 */
async function takeStep(
  work: Work,
  progress: Progress,
  order: number,
  again: boolean,
): Promise<TaskEnd | null> {
  const { signal } = work.context;
  throwIfAborted(signal);
  const step = await beginStep(work.context, order);
  try {
    const seen = await look(work, progress, step);
    const met = await metCriterion(work, progress, step, seen);
    if (met) {
      await step.end('completed');
      return met;
    }
    const decision = await think(work, progress, step, seen, again);
    if (decision) {
      const end = (await act(work, progress, step, seen, decision)) ?? (await limit(work, progress, step));
      await step.end(progress.failedSteps > 0 ? 'failed' : 'completed');
      return end;
    }
  } catch (error) {
    if (!signal.aborted) await step.end('failed');
    throw error;
  }
  await step.end('failed');
  return takeStep(work, progress, order, true);
}

async function look({ context, session }: Work, progress: Progress, step: Step): Promise<Observation> {
  const { signal } = context;
  const seen = progress.seen ?? (await observe(session.page, context, progress.stuck.level === 'change'));
  progress.seen = null;
  keepObservation(step, seen);
  await step.keepNow(async () => ({ type: 'html_scrape', content: await session.page.html({ signal }) }));
  return seen;
}

/** Whether one of the caller's criteria holds, asked only after the page changed. */
async function metCriterion(
  work: Work,
  progress: Progress,
  step: Step,
  seen: Observation,
): Promise<TaskEnd | null> {
  const { completeCriterion, terminateCriterion } = work.spec;
  if (completeCriterion === null && terminateCriterion === null) return null;
  const before = progress.attempts.at(-1)?.pageHash;
  if (before === undefined || before === seen.hash) return null;
  const { complete, terminate, evidence } = await checkCriteria(work, step);
  if (terminate && terminateCriterion !== null) {
    return withErrorCode(work, step, {
      status: 'terminated',
      reason: `The criterion to terminate holds: ${evidence}`,
      category: 'user_defined',
      errorCode: null,
      confidence: null,
    });
  }
  return complete && completeCriterion !== null ? { status: 'completed' } : null;
}

/** The model's decision; null when it gave none that can be used and may be asked again. */
async function think(
  work: Work,
  progress: Progress,
  step: Step,
  seen: Observation,
  again: boolean,
): Promise<Decision | null> {
  const { spec, context, session } = work;
  const left = spec.maxSteps - step.order;
  const needsImage =
    progress.failedSteps >= 2 || progress.stuck.level === 'change' || wantsImage(seen, spec.goal ?? '');
  const image =
    needsImage && context.model('act').images
      ? await session.page.screenshot({ signal: context.signal })
      : null;
  try {
    const decision = await decide(work, step, seen, {
      mind: progress.mind,
      done: progress.done.text(),
      lastLines: progress.lastLines,
      extracted: progress.findings.summary(),
      hint: progress.stuck.level === 'none' ? null : progress.stuck.message,
      stepsLeft: left <= Math.ceil(spec.maxSteps / 4) ? left : null,
      last: isLast(work, step),
      image,
    });
    progress.mind = { memory: decision.memory.slice(0, 200), plan: decision.plan };
    for (const line of progress.lastLines) progress.done.add(line);
    progress.lastLines = [];
    return decision;
  } catch (error) {
    if (again || !mayGoBetterAgain(error)) throw error;
    context.log.warn('the step got no usable decision and is tried once more', { order: step.order });
    return null;
  }
}

async function act(
  work: Work,
  progress: Progress,
  step: Step,
  seen: Observation,
  { actions }: Decision,
): Promise<TaskEnd | null> {
  const [first] = actions;
  if (
    first &&
    actions.length === 1 &&
    (first.action_type === 'complete' || first.action_type === 'terminate')
  ) {
    return close(work, progress, step, seen, first);
  }
  const moves = work.spec.oneAction ? actions.slice(0, 1) : actions;
  const performed = await perform(work, step, seen, moves, {
    findings: progress.findings,
    mayExtract: work.spec.mayExtract,
    last: isLast(work, step),
    barred: progress.stuck.level === 'change' ? (progress.attempts.at(-1)?.id ?? null) : null,
  });
  progress.lastLines = performed.lines;
  progress.seen = performed.seen;
  progress.attempts.push(...performed.attempts);
  progress.failedSteps = performed.failed ? progress.failedSteps + 1 : 0;
  const end = await endByDownload(work, progress);
  if (end) return end;
  const [only] = moves;
  if (work.spec.oneAction && only && isPageMove(only) && !performed.failed) return { status: 'completed' };

  progress.stuck = stuckLevel(progress.attempts, progress.failedSteps);
  return progress.stuck.level === 'end' ? giveUp(work, step, progress.stuck.message) : null;
}

/** The end of a task that is over as soon as a file is whole; null while there is none. */
async function endByDownload({ spec }: Work, progress: Progress): Promise<TaskEnd | null> {
  const { downloads } = progress;
  if (!spec.completeOnDownload || !downloads.hasNew) return null;
  const { end, lost } = await downloads.collect();
  if (downloads.files.length > 0) return { status: 'completed' };
  progress.lastLines = [...progress.lastLines, ...lost];
  return end;
}

/** A claim that the task is over is the end, unless the check does not agree: then the loop goes on, for a while. */
async function close(
  work: Work,
  progress: Progress,
  step: Step,
  seen: Observation,
  move: ClosingMove,
): Promise<TaskEnd | null> {
  const closing = await conclude(work, step, move, progress.findings, progress.done.lines.join('\n'));
  if ('end' in closing) return closing.end;
  const refusals = (progress.refusals.get(seen.hash) ?? 0) + 1;
  progress.refusals.set(seen.hash, refusals);
  progress.lastLines = [`${step.order + 1}.1 ${move.action_type}: refused, ${closing.refusal}`];
  if (refusals <= refusalsPerPage) return null;
  return withErrorCode(work, step, {
    status: closing.category === 'goal_unreachable' ? 'terminated' : 'failed',
    reason: `The agent says that the goal is reached, but the check does not agree: ${closing.refusal}`,
    category: closing.category,
    errorCode: null,
    confidence: null,
  });
}

async function giveUp(work: Work, step: Step, what: string): Promise<TaskEnd> {
  const { refused, category, reason, error_code, confidence } = await judgeFailure(work, step, what);
  const mapped = error_code !== null;
  return {
    status: refused || mapped ? 'terminated' : 'failed',
    reason: `The agent got stuck: ${what} ${reason}`,
    category: mapped ? 'user_defined' : category,
    errorCode: error_code,
    confidence: mapped ? confidence : null,
  };
}

/** The end when no step is left; one of the caller's codes may say better why. Null while steps are left. */
async function limit(work: Work, progress: Progress, step: Step): Promise<TaskEnd | null> {
  const { maxSteps } = work.spec;
  if (step.order < maxSteps - 1) return null;
  const tried = work.spec.oneAction ? ` What was tried: ${progress.lastLines.join('; ')}.` : '';
  const reason = `The goal was to be reached in at most ${maxSteps} ${maxSteps === 1 ? 'step' : 'steps'} and was not.${tried} Allow more steps or make the goal smaller.`;
  const end = {
    status: 'failed',
    reason,
    category: 'limit',
    errorCode: 'REACH_MAX_STEPS',
    confidence: null,
  } as const;
  return withErrorCode(work, step, end, progress.lastLines);
}

/** In the last of several steps there is no use in beginning anything. */
function isLast({ spec }: Work, step: Step): boolean {
  return spec.maxSteps > 1 && !spec.oneAction && step.order === spec.maxSteps - 1;
}

/** A model that cannot be had was asked often enough; an answer that did not fit may fit the next time. */
function mayGoBetterAgain(error: unknown): boolean {
  if (!RunwrightError.is(error) || error.code !== 'model_failed') return false;
  return !JSON.stringify(error.details.errors ?? []).includes('"model_unavailable"');
}
