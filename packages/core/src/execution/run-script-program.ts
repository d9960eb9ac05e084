import { type Json, type JsonObject, RunwrightError, type ScriptAssistant } from '@runwright/contract';
import { asRecord } from '@runwright/definition';
import type { HostFunctions } from '@runwright/sandbox';
import { runCode } from '../blocks/code/run-code.ts';
import { searchRecorded } from '../blocks/code/search-recorded.ts';
import type { ProgramContext } from '../registry/block-kinds.ts';
import type { ScriptProgram } from '../scripts/script-programs.ts';

/** Longest time that a program takes for one block; the block's own deadline may be earlier. */
const scriptTimeMs = 300_000;

/** A program of a script, and what it is executed with. */
export interface ScriptProgramRun {
  readonly program: ScriptProgram;
  readonly config: JsonObject;
  readonly context: ProgramContext;
  /** Null: the type of the block has no agent. */
  readonly assistant: ScriptAssistant | null;
  /** Is told about each action that has succeeded, in a sentence. */
  readonly onDone: (sentence: string) => void;
}

/**
 * Executes a program of a script and returns the output of its block. When a model had to locate an element, a model also judges
 * whether the goal is reached.
 *
 * @throws RunwrightError what the program has thrown; `block_failed` when the goal is not reached
 */
export async function runProgramOfScript({
  program,
  config,
  context,
  assistant,
  onDone,
}: ScriptProgramRun): Promise<JsonObject> {
  const { names, parameters } = context.scope;
  const codes = asRecord(config.error_code_mapping) as Readonly<Record<string, string>> | null;
  let isLocated = false;
  const search = searchRecorded({
    label: context.label,
    targets: program.targets,
    assistant,
    clock: context.clock,
    log: context.log,
    onLocated: () => {
      isLocated = true;
    },
  });
  const value = await runCode(
    {
      ...program,
      parameter_keys: Object.keys(parameters).filter((key) => names[key] !== undefined),
      error_code_mapping: codes,
    },
    context,
    {
      timeMs: scriptTimeMs,
      script: {
        files: program.files,
        functions: assistantFunctions(assistant),
        block: config,
        search,
        onDone,
      },
    },
  );
  if (isLocated && assistant !== null) await assertGoal(assistant, context.label);
  const output = (await assistant?.output()) ?? (await plainOutput(context));
  const members = asRecord(output) ?? {};
  return {
    ...members,
    extracted_information: value ?? members.extracted_information ?? null,
    ...wholeOutput(value),
    status: 'completed',
  } as JsonObject;
}

/** The functions of a program's `page` that ask a model. */
function assistantFunctions(assistant: ScriptAssistant | null): HostFunctions {
  if (assistant === null) return {};
  return {
    extract: async ([goal]) => assistant.extract(typeof goal === 'string' ? goal : null),
    answer: async ([question]) => assistant.answer(String(question ?? '')),
  };
}

async function assertGoal(assistant: ScriptAssistant, label: string): Promise<void> {
  const { isReached, reason } = await assistant.verify();
  if (isReached) return;
  throw new RunwrightError(
    'block_failed',
    `The script of block \`${label}\` used an element that a model located, and the goal is not reached: ${reason}`,
    { details: { failure_category: 'goal_unreachable' } },
  );
}

async function plainOutput(context: ProgramContext): Promise<JsonObject> {
  const files = await context.files.list({ own: true });
  return {
    task_id: context.taskId,
    extracted_information: null,
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
  };
}

/** A program may return members of the output itself, and does when one of them is the extracted information. */
function wholeOutput(value: Json): JsonObject {
  const members = asRecord(value);
  return members && 'extracted_information' in members ? (members as JsonObject) : {};
}
