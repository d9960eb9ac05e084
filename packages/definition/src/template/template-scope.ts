import type { Json, JsonObject } from '@runwright/contract';
import { SharedSteps } from '@runwright/jinja';
import { lazyNames } from './lazy-names.ts';

/** The names that the templates of a block can use. */
export interface TemplateScope {
  /** Names as templates write them. */
  readonly names: Readonly<Record<string, unknown>>;
  /** Parameters alone, secrets as placeholders; for blocks that receive parameters as data. */
  readonly parameters: Readonly<Record<string, Json>>;
  /** Returns whether a name's value may come from a page, a response, a file or a mail. Default: false for every name. */
  readonly isData?: (name: string) => boolean;
  /** Steps that all templates of the block have together. Default: each has those of one template. */
  readonly steps?: SharedSteps | undefined;
}

/** Input of {@link createTemplateScope}. */
export interface TemplateScopeSource {
  /** Converted parameter values by key. */
  readonly parameters: Readonly<Record<string, Json>>;
  /** Keys of the parameters whose values come from outputs or items. Default: none. */
  readonly derived?: ReadonlySet<string>;
  /** Placeholders of the secret parameters by key. Default: none. */
  readonly secrets?: Readonly<Record<string, Json>>;
  /** The latest output of each block that has run, in the order in which they ended. */
  readonly outputs: ReadonlyMap<string, Json>;
  readonly run: {
    readonly workflowTitle: string;
    readonly workflowId: string;
    readonly workflowPermanentId: string;
    readonly workflowRunId: string;
    readonly browserSessionId: string | null;
  };
  /** The innermost loop; default: none, and its names do not exist. `value` is null in a `while_loop`. */
  readonly loop?: { readonly value: Json; readonly index: number };
  /** Epoch ms. */
  readonly now: number;
}

/**
 * Makes the scope of a block's templates. `<label>_output` and `<label>` are a block's latest output (for the block
 * itself: of its previous execution). A parameter hides a label of the same name; the summary of the run and the
 * collected outputs are always the engine's.
 */
export function createTemplateScope(source: TemplateScopeSource): TemplateScope {
  const { run, outputs, loop } = source;
  const parameters = { ...source.parameters, ...source.secrets };
  const own: Readonly<Record<string, () => unknown>> = {
    current_date: () => new Date(source.now).toISOString().slice(0, 10),
    workflow_title: () => run.workflowTitle,
    workflow_id: () => run.workflowId,
    workflow_permanent_id: () => run.workflowPermanentId,
    workflow_run_id: () => run.workflowRunId,
    ...(loop && {
      current_value: () => loop.value,
      current_item: () => loop.value,
      current_index: () => loop.index,
    }),
    workflow_run_outputs: () => Object.fromEntries(outputs),
    workflow_run_summary: () => summaryOf([...outputs.values()], run.workflowRunId),
  };
  const names = lazyNames(
    () => [
      ...[...outputs.keys()].flatMap((label) => [label, `${label}_output`]),
      'browser_session_id',
      ...Object.keys(parameters),
      ...Object.keys(own),
    ],
    (name) => {
      if (Object.hasOwn(own, name)) return own[name]?.();
      if (Object.hasOwn(parameters, name)) return parameters[name];
      if (name === 'browser_session_id') return run.browserSessionId ?? '';
      const label = name.endsWith('_output') ? name.slice(0, -'_output'.length) : null;
      if (label !== null && outputs.has(label)) return outputs.get(label);
      return labelView(outputs.get(name));
    },
  );
  const isData = (name: string): boolean => {
    if (Object.hasOwn(own, name)) return ownData.has(name);
    if (Object.hasOwn(parameters, name)) return source.derived?.has(name) === true;
    return outputs.has(name) || outputs.has(name.replace(/_output$/, ''));
  };
  return { names, parameters, isData, steps: new SharedSteps() };
}

/** Names of the engine whose values are made of outputs. */
const ownData: ReadonlySet<string> = new Set([
  'current_value',
  'current_item',
  'workflow_run_outputs',
  'workflow_run_summary',
]);

/** An output under its block's label: its extracted information is reachable as `.output` too. */
function labelView(output: Json | undefined): Json | undefined {
  const members = asObject(output);
  if (!members || !('extracted_information' in members) || 'output' in members) return output;
  return { ...members, output: members.extracted_information ?? null };
}

function summaryOf(outputs: readonly Json[], workflowRunId: string): JsonObject {
  const members = objectsIn(outputs);
  const results = objectsIn(members.map((output) => output.extracted_information ?? null));
  const joined = (name: string) =>
    members.flatMap((output) => {
      const list = output[name];
      return isList(list) ? list : [];
    });
  const texts = (name: string) =>
    members.map((output) => output[name]).filter((text) => typeof text === 'string');
  return {
    workflow_run_id: workflowRunId,
    status: texts('status').at(-1) ?? null,
    output: { extracted_information: Object.assign({}, ...results) },
    downloaded_files: joined('downloaded_files'),
    errors: joined('errors'),
    failure_reason: texts('failure_reason')[0] ?? null,
  };
}

function objectsIn(values: readonly Json[]): readonly JsonObject[] {
  return values.map(asObject).filter((value) => value !== null);
}

function asObject(value: Json | undefined): JsonObject | null {
  return typeof value === 'object' && value !== null && !isList(value) ? value : null;
}

function isList(value: Json | undefined): value is readonly Json[] {
  return Array.isArray(value);
}
