import { defaults, type JsonSchema, RunwrightError, type Static, Type } from '@runwright/contract';
import { isJsonSchema } from '../extract/json-schema.ts';
import { namesSeveralPages } from '../extract/names-several-pages.ts';
import { engineNames, taskEngines } from '../task-engines.ts';
import type { DataRequest, TaskSpec } from '../task-spec.ts';
import { commonFields, dataSchemaField, goalFields, planFirstField } from './browser-fields.ts';

const TaskConfigSchema = Type.Object({
  ...commonFields,
  ...Type.Partial(Type.Object(goalFields)).properties,
  ...planFirstField,
  navigation_goal: Type.Optional(Type.Union([Type.String(), Type.Null()])),
  data_extraction_goal: Type.Optional(Type.Union([Type.String(), Type.Null()])),
  data_schema: dataSchemaField,
});

/** Rendered config of any browser task block. */
export type TaskConfig = Static<typeof TaskConfigSchema>;

/** Values of a task specification that the block's type sets instead of its config. */
export type TaskSpecOverrides = Partial<
  Pick<
    TaskSpec,
    | 'goal'
    | 'maxSteps'
    | 'maxRounds'
    | 'completeOnDownload'
    | 'verify'
    | 'historyInVerification'
    | 'mayExtract'
  > & {
    readonly mayChooseStart: boolean;
    readonly oneAction: boolean;
    readonly hint: string | null;
    readonly notices: readonly string[];
    readonly completeCriterionIsUntrusted: boolean;
    readonly needsDownload: boolean;
    readonly downloadTimeoutMs: number;
  }
>;

/**
 * Converts a block's config to a task specification.
 *
 * @param overrides values that the block's type sets; its `maxSteps` is only the default of `max_steps_per_run`
 *
 * @throws RunwrightError `invalid_input` when there is neither a goal nor anything to extract, `block_failed` for an
 * engine that this agent does not have
 */
export function toTaskSpec(
  blockType: string,
  label: string,
  config: TaskConfig,
  overrides: TaskSpecOverrides = {},
): TaskSpec {
  const engine = config.engine ?? defaults.agent.engine;
  if (!taskEngines.has(engine)) {
    throw new RunwrightError(
      'block_failed',
      `The block \`${label}\` asks for the engine \`${engine}\`, which is not available in this version. Use ${engineNames}.`,
      { details: { failure_category: 'definition' } },
    );
  }
  const ownGoal = overrides.goal ?? trimToNull(config.navigation_goal);
  const data = dataRequest(trimToNull(config.data_extraction_goal), config.data_schema ?? null, ownGoal);
  // One page is read in one step; to go on to others takes the step loop, which needs a goal.
  const readsPages = ownGoal === null && data !== null && namesSeveralPages(data.goal);
  const goal = readsPages ? data.goal : ownGoal;
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
    wholeGoal: null,
    data,
    planFirst: config.plan_first ?? false,
    maxRounds: defaults.taskV2.iterations,
    inputs: config.parameters,
    errorCodes: config.error_code_mapping ?? {},
    completeCriterion: trimToNull(config.complete_criterion),
    completeCriterionIsUntrusted: false,
    terminateCriterion: trimToNull(config.terminate_criterion),
    completeOnDownload: config.complete_on_download ?? false,
    verify: config.complete_verification ?? true,
    historyInVerification: config.include_action_history_in_verification ?? false,
    mayExtract: blockType === 'task' || readsPages,
    mayChooseStart: blockType === 'task' && goal !== null,
    oneAction: false,
    hint: null,
    notices: [],
    needsDownload: false,
    downloadSuffix: trimToNull(config.download_suffix),
    downloadTimeoutMs: null,
    ...overrides,
    goal,
    maxSteps: config.max_steps_per_run ?? overrides.maxSteps ?? defaults.agent.steps,
  };
}

/** Returns the URL, or the value of the parameter when `url` is the key of one. */
function startUrl({ url, parameters }: TaskConfig): string | null {
  const address = trimToNull(url);
  if (address === null || !Object.hasOwn(parameters, address)) return address;
  const value = parameters[address];
  return typeof value === 'string' ? trimToNull(value) : null;
}

function dataRequest(
  goal: string | null,
  schemaOrExample: unknown,
  mainGoal: string | null,
): DataRequest | null {
  const wanted = typeof schemaOrExample === 'string' ? parseJsonOrText(schemaOrExample) : schemaOrExample;
  const what = goal ?? (wanted === null ? null : mainGoal);
  if (what === null && wanted === null) return null;
  const schema: JsonSchema | null = isJsonSchema(wanted) ? wanted : null;
  const guidance =
    wanted === null || schema ? null : typeof wanted === 'string' ? wanted : JSON.stringify(wanted);
  return { goal: what ?? 'Take the data that the schema describes.', schema, guidance };
}

/** Parses JSON text, such as a schema from a template; returns other text unchanged. */
function parseJsonOrText(text: string): unknown {
  if (text.trim() === '') return null;
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

/** Returns the trimmed text; null when it is empty. */
export function trimToNull(text: string | null | undefined): string | null {
  const trimmed = text?.trim() ?? '';
  return trimmed === '' ? null : trimmed;
}
