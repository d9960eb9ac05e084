import { type JsonSchema, RunwrightError, type Static, type TaskEngine, Type } from '@runwright/contract';
import { isJsonSchema } from '../extract/json-schema.ts';
import type { DataRequest, TaskSpec } from '../task-spec.ts';
import { commonFields, dataSchemaField, goalFields } from './browser-fields.ts';

const AnyConfig = Type.Object({
  ...commonFields,
  ...Type.Partial(Type.Object(goalFields)).properties,
  navigation_goal: Type.Optional(Type.Union([Type.String(), Type.Null()])),
  data_extraction_goal: Type.Optional(Type.Union([Type.String(), Type.Null()])),
  data_schema: dataSchemaField,
});

/** The members that a browser task block may have, rendered. */
export type TaskConfig = Static<typeof AnyConfig>;

/** Turns that an agent has when its block says nothing, by engine. */
const defaultSteps: Readonly<Partial<Record<TaskEngine, number>>> = { 'service-1.0': 10, 'service-2.0': 25 };

/** What the type of a block decides, whatever its config says. */
export type Fixed = Partial<
  Pick<
    TaskSpec,
    'goal' | 'maxSteps' | 'completeOnDownload' | 'verify' | 'historyInVerification' | 'mayExtract'
  > & {
    readonly mayChooseStart: boolean;
    readonly oneAction: boolean;
    readonly hint: string | null;
    readonly needsDownload: boolean;
    readonly downloadTimeoutMs: number;
  }
>;

/**
 * What a block's config asks for.
 *
 * @param fixed what the block's type decides; `maxSteps` counts when the config names none
 *
 * @throws RunwrightError `invalid_input` when there is neither a goal nor anything to extract, `block_failed` for an
 * engine that this agent does not have
 */
export function toSpec(blockType: string, label: string, config: TaskConfig, fixed: Fixed = {}): TaskSpec {
  const engine = config.engine ?? 'service-1.0';
  const steps = defaultSteps[engine];
  if (steps === undefined) {
    throw new RunwrightError(
      'block_failed',
      `The block \`${label}\` asks for the engine \`${engine}\`, which is not available in this version. Use \`service-1.0\` or \`service-2.0\`.`,
      { details: { failure_category: 'definition' } },
    );
  }
  const goal = fixed.goal ?? filled(config.navigation_goal);
  const data = dataRequest(filled(config.data_extraction_goal), config.data_schema ?? null, goal);
  if (goal === null && data === null) {
    throw new RunwrightError(
      'invalid_input',
      `The ${blockType} block \`${label}\` has nothing to do: both \`navigation_goal\` and \`data_extraction_goal\` are empty. Give it one of them.`,
      { details: { failure_category: 'definition' } },
    );
  }
  return {
    blockType,
    label,
    url: startUrl(config),
    data,
    inputs: config.parameters,
    errorCodes: config.error_code_mapping ?? {},
    completeCriterion: filled(config.complete_criterion),
    terminateCriterion: filled(config.terminate_criterion),
    completeOnDownload: config.complete_on_download ?? false,
    verify: config.complete_verification ?? true,
    historyInVerification: config.include_action_history_in_verification ?? false,
    mayExtract: blockType === 'task',
    mayChooseStart: blockType === 'task' && goal !== null,
    oneAction: false,
    hint: null,
    needsDownload: false,
    downloadSuffix: filled(config.download_suffix),
    downloadTimeoutMs: null,
    ...fixed,
    goal,
    maxSteps: config.max_steps_per_run ?? fixed.maxSteps ?? steps,
  };
}

/** An address, or the value of the parameter whose bare key stands in its place. */
function startUrl({ url, parameters }: TaskConfig): string | null {
  const address = filled(url);
  if (address === null || !Object.hasOwn(parameters, address)) return address;
  const value = parameters[address];
  return typeof value === 'string' ? filled(value) : null;
}

function dataRequest(goal: string | null, given: unknown, mainGoal: string | null): DataRequest | null {
  const wanted = typeof given === 'string' ? parsed(given) : given;
  const what = goal ?? (wanted === null ? null : mainGoal);
  if (what === null && wanted === null) return null;
  const schema: JsonSchema | null = isJsonSchema(wanted) ? wanted : null;
  const guidance =
    wanted === null || schema ? null : typeof wanted === 'string' ? wanted : JSON.stringify(wanted);
  return { goal: what ?? 'Take the data that the schema describes.', schema, guidance };
}

/** A schema may come as JSON text, for instance from a template; other text is guidance. */
function parsed(text: string): unknown {
  if (text.trim() === '') return null;
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

/** The text without space around it; null when nothing is left. */
export function filled(text: string | null | undefined): string | null {
  const trimmed = text?.trim() ?? '';
  return trimmed === '' ? null : trimmed;
}
