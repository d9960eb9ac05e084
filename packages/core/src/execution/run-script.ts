import { type Json, type JsonObject, RunwrightError } from '@runwright/contract';
import { asRecord } from '@runwright/definition';
import { runCode } from '../blocks/code/run-code.ts';
import type { ProgramContext } from '../registry/block-kinds.ts';
import type { Behavior, RegisteredBlock } from '../registry/registry.ts';
import type { ScriptProgram } from '../scripts/script-programs.ts';
import type { RunScope } from './context/run-scope.ts';

/** Longest time that a program takes for one block; the block's own deadline may be earlier. */
const scriptTimeMs = 300_000;

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
 * Executes a block by its program. When that fails and the run may fall back, the block itself goes on from the page
 * that the program left; otherwise the program's failure is the block's.
 */
export async function runScript(
  { journal, run }: Pick<RunScope, 'journal' | 'run'>,
  work: ScriptExecution,
): Promise<unknown> {
  const { block, config, context } = work;
  journal.defer({ patch: ({ scriptRun }) => ({ scriptRun: scriptRun ?? { aiFallbackTriggered: false } }) });
  let touched = false;
  const browser = () => {
    touched = true;
    return context.browser();
  };
  try {
    return await work.asScript(() => programOutput(work, { ...context, browser }));
  } catch (error) {
    if (isFinalWord(error, context)) throw error;
    if (!run.settings.aiFallback) throw scriptFailure(error);
    const reason = context.mask(messageOf(error));
    journal.defer({ patch: () => ({ scriptRun: { aiFallbackTriggered: true } }) });
    await context.log.record({
      type: 'thought',
      thoughtType: 'notice',
      scenario: 'environment',
      observation: null,
      thought: `The script of block \`${context.label}\` failed, so the agent does it: ${reason}`,
      answer: null,
      output: null,
      usage: null,
    });
    const stays = touched && (await hasPage(context));
    return block.run(stays ? withoutAddress(block, config) : config, context);
  }
}

/** Tells whether an error ends the block without a fallback to the agent: `terminate`, a cancel, or a lost lease. */
function isFinalWord(error: unknown, { signal }: ProgramContext): boolean {
  if (signal.aborted) return true;
  return RunwrightError.is(error) && ['terminated', 'lease_lost'].includes(error.code);
}

/** The failure as the block's, under the code of scripts unless the program gave a code of the user. */
function scriptFailure(error: unknown): RunwrightError {
  const message = messageOf(error);
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

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

async function programOutput(
  { program, config }: ScriptExecution,
  context: ProgramContext,
): Promise<JsonObject> {
  const { names, parameters } = context.scope;
  const codes = asRecord(config.error_code_mapping) as Readonly<Record<string, string>> | null;
  const value = await runCode(
    {
      ...program,
      parameter_keys: Object.keys(parameters).filter((key) => names[key] !== undefined),
      error_code_mapping: codes,
    },
    context,
    { timeMs: scriptTimeMs, files: program.files },
  );
  const files = await context.files.list({ own: true });
  return {
    task_id: context.taskId,
    extracted_information: value,
    failure_reason: null,
    errors: [],
    failure_category: null,
    downloaded_files: files.map(({ filename, url }) => ({ filename, url })),
    downloaded_file_urls: files.map(({ url }) => url),
    downloaded_file_artifact_ids: [],
    task_screenshots: [],
    task_screenshot_artifact_ids: [],
    workflow_screenshots: [],
    workflow_screenshot_artifact_ids: [],
    ...wholeOutput(value),
    status: 'completed',
  };
}

/** A program may return members of the output itself, and does when one of them is the extracted information. */
function wholeOutput(value: Json): JsonObject {
  const members = asRecord(value);
  return members && 'extracted_information' in members ? (members as JsonObject) : {};
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
  return checked.ok ? (checked.value as JsonObject) : config;
}
