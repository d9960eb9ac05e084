import {
  type Clock,
  defineBlock,
  type Json,
  type Run,
  RunwrightError,
  type TimelineEvent,
  Type,
} from '@runwright/contract';
import type { EngineOptions } from '../api/engine-options.ts';
import { createTestEngine } from './test-engine.test-helpers.ts';

/**
 * Instructions of a scripted block: its n-th execution takes the n-th word, and the last word counts for all that follow.
 * `hang` ends with its signal alone, `gate` when the test releases it.
 */
export type Word = 'ok' | 'fail' | 'terminate' | 'cancel' | 'hang' | 'gate';

function scripted(script: Readonly<Record<string, readonly Word[]>>) {
  const ran: string[] = [];
  const aborted: string[] = [];
  const gates: (() => void)[] = [];
  const block = defineBlock({
    type: 'task',
    onWorkerLost: 'repeat',
    config: Type.Object({ navigation_goal: Type.Optional(Type.String()) }),
    output: Type.Object({ extracted_information: Type.Unknown() }),
    async run(_config, { label, signal }) {
      const words = script[label] ?? ['ok'];
      const word = words[Math.min(ran.filter((one) => one === label).length, words.length - 1)];
      ran.push(label);
      if (word === 'fail') throw new RunwrightError('block_failed', `${label} was told to fail`);
      if (word === 'terminate') throw new RunwrightError('terminated', `${label} was told to give up`);
      if (word === 'cancel') throw new RunwrightError('canceled', `${label} was canceled`);
      if (word === 'gate') await new Promise<void>((open) => gates.push(open));
      if (word === 'hang') {
        await new Promise((_, reject) => {
          signal.addEventListener('abort', () => {
            aborted.push(label);
            reject(signal.reason);
          });
        });
      }
      return { extracted_information: label };
    },
  });
  // A block that began on the timeline can be short of its gate, on a database for milliseconds: `ran` says who is there.
  const release = () => {
    for (const gate of gates.splice(0)) gate();
  };
  return { ran, aborted, block, release };
}

/** A started engine whose `task` blocks follow a script, and what a test asks it. The test closes the engine. */
export async function flowEngine<C extends Clock>(
  clock: C,
  script: Readonly<Record<string, readonly Word[]>> = {},
  options: EngineOptions = {},
) {
  const executor = scripted(script);
  const engine = await createTestEngine({
    ...options,
    blocks: [executor.block, ...(options.blocks ?? [])],
    drivers: { clock, ...options.drivers },
  });
  const { organizationId } = await engine.organizations.first();
  await engine.start();

  const save = async (blocks: readonly object[], members: object = {}) => {
    const { finally_block_label, ...draft } = members as { finally_block_label?: string };
    const workflow = await engine.workflows.create(
      organizationId,
      engine.workflows.parse({
        title: 'Test',
        ...draft,
        workflow_definition: {
          parameters: [],
          blocks,
          ...(finally_block_label ? { finally_block_label } : {}),
        },
      }),
    );
    return workflow.workflowPermanentId;
  };
  const start = (workflowId: string, request: object = {}) =>
    engine.runs.start({ workflow_id: workflowId, ...request }, { organizationId });
  const begin = async (blocks: readonly object[], members?: object) => start(await save(blocks, members));
  const finished = (run: Run) => engine.runs.finished(organizationId, run.runId);
  const get = (run: Run) => engine.runs.get(organizationId, run.runId);
  const timeline = (run: Run) => engine.runs.timeline(organizationId, run.runId);
  const rows = async (run: Run) => endsOf(await timeline(run));
  /** Waits until an event of the run says so. */
  const until = async (run: Run, wanted: (event: TimelineEvent) => boolean) => {
    for await (const event of engine.runs.events(organizationId, run.runId)) if (wanted(event)) return;
    throw new Error('the run ended before');
  };
  return {
    ...executor,
    engine,
    clock,
    organizationId,
    save,
    start,
    begin,
    finished,
    get,
    timeline,
    rows,
    until,
    began: (run: Run, label: string) =>
      until(run, (event) => event.type === 'block-start' && event.label === label),
    paused: (run: Run) => until(run, (event) => event.type === 'block-pause'),
  };
}

/** Returns the ends of blocks, in order. */
export function endsOf(events: readonly TimelineEvent[]): readonly string[] {
  return events.flatMap((event) => (event.type === 'block-end' ? [`${event.label} ${event.status}`] : []));
}

/** A scripted block. */
export const task = (label: string, members: object = {}) => ({ block_type: 'task', label, ...members });
/** The output of a block in the output of its run. */
export const outputOf = (run: Run, label: string): Json =>
  (run.output as Record<string, Json> | null)?.[`${label}_output`] ?? null;
