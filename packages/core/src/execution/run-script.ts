import { errorMessage, type JsonObject, RunwrightError, type ScriptAssistant } from '@runwright/contract';
import { asRecord } from '@runwright/definition';
import type { ProgramContext } from '../registry/block-kinds.ts';
import type { Behavior, RegisteredBlock } from '../registry/registry.ts';
import type { ScriptProgram } from '../scripts/script-programs.ts';
import type { RunScope } from './context/run-scope.ts';
import { runProgramOfScript } from './run-script-program.ts';

/** A block with a program, and what it is executed with. */
export interface ScriptExecution {
  readonly program: ScriptProgram;
  readonly block: RegisteredBlock & Extract<Behavior, { kind: 'work' }>;
  readonly config: JsonObject;
  readonly context: ProgramContext;
  /** Charges the page actions of some work as those of a script. */
  readonly asScript: <T>(work: () => Promise<T>) => Promise<T>;
}

/**
 * Executes a block by its program. When that fails and the run may fall back, the agent of the block goes on from the page
 * that the program left; otherwise the program's failure is the block's.
 */
export async function runScript(
  { journal, run }: Pick<RunScope, 'journal' | 'run'>,
  work: ScriptExecution,
): Promise<unknown> {
  const { block, config, context } = work;
  journal.defer({ patch: ({ scriptRun }) => ({ scriptRun: scriptRun ?? { aiFallbackTriggered: false } }) });
  const assistant = block.assistScript?.(config, context) ?? null;
  const done: string[] = [];
  let touched = false;
  const browser = () => {
    touched = true;
    return assistant === null ? context.browser() : assistant.browser();
  };
  const parts = {
    ...work,
    assistant,
    context: { ...context, browser },
    onDone: (line: string) => done.push(line),
  };
  try {
    return await work.asScript(() => runProgramOfScript(parts));
  } catch (error) {
    if (isFinalWord(error, context)) throw error;
    if (!run.settings.aiFallback) throw scriptFailure(error);
    const reason = context.mask(errorMessage(error));
    journal.defer({ patch: () => ({ scriptRun: { aiFallbackTriggered: true } }) });
    await context.log.record({
      type: 'thought',
      thoughtType: 'notice',
      scenario: 'environment',
      observation: null,
      thought: `The script of block \`${context.label}\` failed, so the agent does it: ${reason}`,
      answer: null,
      output: { failed_script_of: context.label },
      usage: null,
    });
    const staysOnPage = touched && (await hasPage(context));
    return takeOver(work, assistant, { done, staysOnPage });
  }
}

/** Has the agent of the block finish what the program has begun. */
async function takeOver(
  { block, config, context }: ScriptExecution,
  assistant: ScriptAssistant | null,
  { done, staysOnPage }: { readonly done: readonly string[]; readonly staysOnPage: boolean },
): Promise<unknown> {
  if (assistant !== null) return assistant.takeOver(done, { staysOnPage });
  return block.run(staysOnPage ? withoutAddress(block, config) : config, context);
}

/** Tells whether an error ends the block without a fallback to the agent: `terminate`, a cancel, or a lost lease. */
function isFinalWord(error: unknown, { signal }: ProgramContext): boolean {
  if (signal.aborted) return true;
  return RunwrightError.is(error) && ['terminated', 'lease_lost'].includes(error.code);
}

/** The failure as the block's, under the code of scripts unless the program gave a code of the user. */
function scriptFailure(error: unknown): RunwrightError {
  const message = errorMessage(error);
  const { code, retryable, details } = RunwrightError.is(error)
    ? error
    : new RunwrightError('block_failed', message);
  const given = Array.isArray(details.errors) ? details.errors : [];
  const errors = given.length > 0 ? given : [{ error_code: 'script_failed', reasoning: message }];
  // Time that is up is up for the program alone; the block's own deadline comes through the signal.
  const own = code === 'timed_out' ? { failure_category: 'limit' } : {};
  return new RunwrightError(code === 'timed_out' ? 'block_failed' : code, message, {
    cause: error,
    retryable,
    details: { ...details, ...own, errors },
  });
}

/** Returns whether there is a page to go on from. A browser that does not answer has none. */
async function hasPage(context: ProgramContext): Promise<boolean> {
  const session = await context.browser();
  const tabs = await session.page.tabs().catch(() => []);
  const url = tabs.find((tab) => tab.active)?.url ?? '';
  return url !== '' && !/^(?:about|chrome|chrome-error|edge):/.test(url);
}

/** The config of a block that stays on the page it finds, when its type can. */
function withoutAddress(block: RegisteredBlock, config: JsonObject): JsonObject {
  if (typeof config.url !== 'string') return config;
  const checked = block.checkConfig({ ...config, url: null });
  return checked.ok ? ((asRecord(checked.value) ?? config) as JsonObject) : config;
}
