import {
  defineBlock,
  type Json,
  parameterFields,
  type Run,
  RunwrightError,
  type TimelineEvent,
  Type,
} from '@runwright/contract';
import type { Engine } from '../api/engine.ts';
import type { EngineOptions } from '../api/engine-options.ts';
import { createTestEngine } from './test-engine.test-helpers.ts';

/** The scripted agent's instruction for a block. */
export type Told =
  | { readonly ok: Json }
  | { readonly fails: string }
  | { readonly terminates: string }
  | { readonly code: 'timed_out' | 'canceled' };

/** The task that the agent was given. */
export interface Asked {
  readonly label: string;
  readonly goal: string;
  /** The number of earlier executions of this block. */
  readonly call: number;
  readonly signal: AbortSignal;
}

const open: Engine[] = [];

/** Closes the engines of all scenes; call it after each test. */
export async function closeEngines(): Promise<void> {
  await Promise.all(open.splice(0).map((engine) => engine.close()));
}

/** An engine whose `task` blocks do what a script says. Everything else is real. */
export async function agentEngine(
  script: (asked: Asked) => Told | undefined | Promise<Told | undefined> = () => undefined,
  options: EngineOptions = {},
) {
  const asked: string[] = [];
  const calls = new Map<string, number>();
  const task = defineBlock({
    type: 'task',
    config: Type.Object({
      navigation_goal: Type.String({ default: '' }),
      error_code_mapping: Type.Optional(Type.Record(Type.String(), Type.String())),
      ...parameterFields,
    }),
    output: Type.Record(Type.String(), Type.Unknown()),
    async run({ navigation_goal: goal }, { label, signal }) {
      const call = calls.get(label) ?? 0;
      calls.set(label, call + 1);
      asked.push(goal === '' ? label : `${label}: ${goal}`);
      return answerOf((await script({ label, goal, call, signal })) ?? { ok: label });
    },
  });
  const engine = await createTestEngine({ ...options, blocks: [task, ...(options.blocks ?? [])] });
  open.push(engine);
  const { organizationId } = await engine.organizations.first();
  await engine.start();

  const begin = async (definition: object, request: object = {}): Promise<Run> => {
    const { workflowPermanentId } = await engine.workflows.create(
      organizationId,
      engine.workflows.parse({
        title: 'Scene',
        workflow_definition: { parameters: [], ...definition },
      }),
    );
    return engine.runs.start({ workflow_id: workflowPermanentId, ...request }, { organizationId });
  };
  const finish = async (definition: object, request: object = {}): Promise<Run> => {
    const { runId } = await begin(definition, request);
    return engine.runs.finished(organizationId, runId);
  };
  return { engine, organizationId, begin, finish, asked };
}

function answerOf(told: Told): Record<string, Json> {
  if ('fails' in told) throw new RunwrightError('block_failed', told.fails);
  if ('terminates' in told) throw new RunwrightError('terminated', told.terminates);
  if ('code' in told) throw new RunwrightError(told.code, `it was ${told.code}`);
  return { task_id: 'tsk_1', status: 'completed', extracted_information: told.ok };
}

/** A block that the scripted agent executes. */
export const task = (label: string, members: object = {}) => ({ block_type: 'task', label, ...members });

/** A loop over items; a text is a reference. */
export const each = (label: string, items: Json, body: readonly object[], members: object = {}) => ({
  block_type: 'for_loop',
  label,
  loop_variable_reference: typeof items === 'string' ? items : JSON.stringify(items),
  loop_blocks: body,
  ...members,
});

/** A loop over a template condition. */
export const whileHolds = (
  label: string,
  expression: string,
  body: readonly object[],
  members: object = {},
) => ({
  block_type: 'while_loop',
  label,
  condition: { expression },
  loop_blocks: body,
  ...members,
});

/** Block attempts that ended, as `label status`, in order. */
export async function endedBlocks(
  { engine, organizationId }: { engine: Engine; organizationId: string },
  run: Run,
) {
  const events = await engine.runs.timeline(organizationId, run.runId);
  return events.flatMap((event) => (event.type === 'block-end' ? [`${event.label} ${event.status}`] : []));
}

/** Begins of block attempts. */
export function starts(events: readonly TimelineEvent[]) {
  return events.filter((event) => event.type === 'block-start');
}
