import { type Parameter, RunwrightError, type WorkflowDraft } from '@runwright/contract';
import type { BlockUse } from './block-use.ts';
import type { GivenParameters, ParameterMap, ParameterValues } from './parameters.ts';
import { blocksOf, type Step } from './steps.ts';
import { named, sourceOf, written } from './value.ts';
import type { EngineValues, WorkflowBuilder, WorkflowSettings } from './workflow-builder.ts';

/**
 * Begins a workflow. Its blocks are added by the calls of {@link WorkflowBuilder}; each returns a new workflow, and `toDraft()`
 * the data that a YAML file would have.
 */
export function workflow<const P extends ParameterMap = Record<never, never>>(
  settings: WorkflowSettings<P> = {},
): WorkflowBuilder<GivenParameters<P>, ParameterValues<P> & EngineValues, Record<never, never>> {
  const { parameters = {}, ...rest } = settings;
  return makeBuilder({ settings: rest, parameters, steps: [], labels: [], last: null });
}

const engineNames = [
  ...['current_date', 'workflow_title', 'workflow_id', 'workflow_permanent_id', 'workflow_run_id'],
  'browser_session_id',
];
const loopNames = ['current_value', 'current_item', 'current_index'];

interface State {
  readonly settings: Omit<WorkflowSettings<ParameterMap>, 'parameters'>;
  readonly parameters: ParameterMap;
  readonly steps: readonly Step[];
  /** Labels of all blocks whose outputs can be used. */
  readonly labels: readonly string[];
  /** The block that runs after all others. */
  readonly last: Extract<Step, { readonly kind: 'block' }> | null;
}

/** The steps of each builder, for the bodies of loops and branches. */
const states = new WeakMap<object, State>();

function makeBuilder<P, V, B>(state: State): WorkflowBuilder<P, V, B>;
function makeBuilder(state: State): object {
  const add = (step: Step, labels: readonly string[] = []): object =>
    makeBuilder({
      ...state,
      steps: [...state.steps, step],
      labels: [...state.labels, step.label, ...labels],
    });
  const inner = (body: unknown): State => {
    const made = applied(body, makeBuilder({ ...state, steps: [], last: null }));
    const found = states.get(Object(made));
    if (found) return found;
    throw new RunwrightError(
      'invalid_input',
      'The body of a branch or loop returned no workflow. Return what its calls return.',
    );
  };
  const newLabels = (body: State): readonly string[] => body.labels.slice(state.labels.length);
  const loop = (label: string, node: object, body: unknown): object => {
    checkLabel(state, label);
    const made = inner(body);
    return add(
      { kind: 'loop', label, node: { block_type: '', ...node, label }, body: made.steps },
      newLabels(made),
    );
  };

  const builder = {
    block(label: string, use: unknown): object {
      checkLabel(state, label);
      return add(blockStep(label, use, state));
    },
    when(label: string, condition: unknown, then: unknown, otherwise?: unknown): object {
      checkLabel(state, label);
      const [yes, no] = [inner(then), otherwise ? inner(otherwise) : null];
      const labels = [...newLabels(yes), ...(no ? newLabels(no) : [])];
      const criteria = criteriaOf(resolved(condition, state));
      return add({ kind: 'choice', label, criteria, yes: yes.steps, no: no?.steps ?? [] }, labels);
    },
    forEach(label: string, items: unknown, body: unknown, options: object = {}): object {
      const reference = written(resolved(items, state));
      const node = { ...writtenObject(options), block_type: 'for_loop', loop_variable_reference: reference };
      return loop(label, node, body);
    },
    repeatWhile(label: string, condition: unknown, body: unknown, options: object = {}): object {
      const criteria = criteriaOf(resolved(condition, state));
      return loop(label, { ...writtenObject(options), block_type: 'while_loop', condition: criteria }, body);
    },
    finally(label: string, use: unknown): object {
      checkLabel(state, label);
      return makeBuilder({ ...state, last: blockStep(label, use, state), labels: [...state.labels, label] });
    },
    toDraft: () => draftOf(state),
  };
  states.set(builder, state);
  return builder;
}

function draftOf({ settings, parameters, steps, last }: State): WorkflowDraft {
  const { error_code_mapping, workflow_system_prompt, strict_templates, ...draft } = settings;
  return {
    ...draft,
    workflow_definition: {
      parameters: Object.entries(parameters).map(([key, { declaration }]) => parameterOf(key, declaration)),
      blocks: [...blocksOf(steps), ...(last ? [last.node] : [])],
      ...(last ? { finally_block_label: last.label } : {}),
      ...(error_code_mapping === undefined ? {} : { error_code_mapping }),
      ...(workflow_system_prompt === undefined ? {} : { workflow_system_prompt }),
      ...(strict_templates === undefined ? {} : { strict_templates }),
    },
  };
}

function parameterOf(key: string, declaration: object): Parameter;
function parameterOf(key: string, declaration: object): object {
  return { ...declaration, key };
}

function blockStep(label: string, use: unknown, state: State): Extract<Step, { readonly kind: 'block' }> {
  const { type, members } = usedBlock(resolved(use, state));
  const { parameter_keys: keys, ...rest }: { readonly parameter_keys?: unknown } = members;
  const named = Array.isArray(keys) ? { parameter_keys: keys.map((key) => sourceOf(key) ?? key) } : {};
  return {
    kind: 'block',
    label,
    node: { block_type: type, label, ...writtenObject(rest), ...named },
  };
}

function usedBlock(value: unknown): BlockUse<unknown>;
function usedBlock(value: unknown): unknown {
  return value;
}

/** What a condition is: a value of the run, or words, which a model judges. */
function criteriaOf(condition: unknown): Extract<Step, { readonly kind: 'choice' }>['criteria'] {
  const isTemplate = sourceOf(condition) !== null;
  return { criteria_type: isTemplate ? 'jinja2_template' : 'prompt', expression: String(written(condition)) };
}

/** Calls what is a function with the values in scope. */
function resolved(given: unknown, state: State): unknown {
  return typeof given === 'function' ? given(valuesOf(state)) : given;
}

function applied(body: unknown, branch: object): unknown {
  return typeof body === 'function' ? body(branch) : body;
}

function valuesOf({ parameters, labels }: State): object {
  const names = [...engineNames, ...loopNames, ...Object.keys(parameters)];
  return Object.fromEntries([
    ...names.map((name) => [name, named(name)]),
    ...labels.map((label) => [label, named(`${label}_output`)]),
  ]);
}

function writtenObject(members: object): object {
  return Object(written(members));
}

function checkLabel({ labels, parameters }: State, label: string): void {
  if (!labels.includes(label) && !Object.hasOwn(parameters, label)) return;
  throw new RunwrightError(
    'invalid_input',
    `The label \`${label}\` is already the name of a parameter or block. Choose another one.`,
  );
}
