import type { Attempt, Json, JsonObject, TimelineEvent, WorkflowDefinition } from '@runwright/contract';
import { expect, it } from 'vitest';
import { learnedPaths, sha256 } from '../learned-block.ts';
import { type FinishedRun, learnScript } from './learn-script.ts';

const node = {
  ...{ block_type: 'navigation', label: 'order', navigation_goal: 'Order {{ item }}.' },
  parameter_keys: ['item'],
};
const definition: WorkflowDefinition = {
  parameters: [{ parameter_type: 'workflow', key: 'item', workflow_parameter_type: 'string' }],
  blocks: [node],
};

/** One attempt of the block and its events: actions on elements by name. */
function tryOf(number: number, status: Attempt['status'], actions: readonly JsonObject[]) {
  const blockRunId = `wrb_${number}`;
  const common = { runId: 'wr_1', organizationId: 'o_1', blockRunId, label: 'order', at: 0 };
  const base = { ...common, sequence: 0 };
  const events = actions.flatMap((action, index): readonly TimelineEvent[] => {
    const actionId = `act_${number}_${index}`;
    const target = { id: 'a1', kind: 'textbox', name: 'Item', fingerprint: null, selectors: ['#item'] };
    const result: JsonObject = {
      status: 'ok',
      target,
      url_before: 'https://a.test/',
      url_after: 'https://a.test/',
      events: [],
    };
    return [
      {
        ...base,
        eventId: actionId,
        type: 'action-start',
        actionId,
        stepId: null,
        order: index,
        action,
        reasoning: null,
        effect: 'page',
      },
      { ...base, eventId: `${actionId}e`, type: 'action-end', actionId, status: 'completed', result },
    ];
  });
  const attempt: Attempt = {
    ...{ runId: 'wr_1', organizationId: 'o_1', path: ['order'], attempt: number, blockRunId, label: 'order' },
    ...{
      blockType: 'navigation',
      status,
      output: null,
      failureReason: null,
      failureCategory: null,
      errors: [],
    },
    ...{
      chosenLabel: null,
      effect: true,
      owner: 'w',
      fenceToken: 1,
      startedAt: 0,
      finishedAt: 1,
      dueAt: null,
    },
  };
  return { attempt, events };
}

const typed = (text: string): JsonObject => ({ action_type: 'input_text', id: 'a1', text });

function learn(tries: readonly ReturnType<typeof tryOf>[], more: Partial<FinishedRun> = {}) {
  const learned = learnScript({
    ...{ runId: 'wr_1', definition, parameters: { item: 'lamp' } as Readonly<Record<string, Json>> },
    attempts: tries.map(({ attempt }) => attempt),
    events: tries.flatMap(({ events }) => events),
    ...{ programs: new Set<string>(), files: [], canLearn: () => true, ...more },
  });
  return {
    paths: learned.files?.map(({ path }) => path) ?? null,
    notices: learned.notices,
    files: learned.files,
  };
}

it('a completed block becomes a program, its elements and what it was learned for', () => {
  const { paths, notices } = learn([tryOf(1, 'completed', [typed('lamp')])]);
  expect(paths).toEqual(['blocks/order.js', 'blocks/order.json', 'script.json']);
  expect(notices).toEqual([]);
});

it('nothing is learned from a block whose earlier try had acted', () => {
  const { paths, notices } = learn([
    tryOf(1, 'failed', [typed('lamp')]),
    tryOf(2, 'completed', [typed('lamp')]),
  ]);
  expect(paths).toBe(null);
  expect(notices).toEqual([expect.stringContaining('an earlier try had acted')]);
  expect(learn([tryOf(1, 'failed', []), tryOf(2, 'completed', [typed('lamp')])]).paths).toHaveLength(3);
});

it('nothing is learned when a value of the goal shows nowhere in what was done', () => {
  const { paths, notices } = learn([tryOf(1, 'completed', [{ action_type: 'go_back' }])]);
  expect(paths).toBe(null);
  expect(notices).toEqual([expect.stringContaining('`item`')]);
});

it('a program that somebody has edited stays, also when the definition has made it invalid', () => {
  const { program, data } = learnedPaths('order');
  const learned = { learned_from: 'wr_0', prompt: '', program_sha256: sha256('// other'), targets: {} };
  const files = [
    { path: program, content: '// mine' },
    { path: data, content: JSON.stringify(learned) },
    { path: 'script.json', content: JSON.stringify({ parameters: [], blocks: [] }) },
  ];
  expect(learn([tryOf(1, 'completed', [typed('lamp')])], { files }).paths).toBe(null);
});

it('a script that is full takes no more blocks, and says so', () => {
  const files = Array.from({ length: 198 }, (_, index) => ({ path: `data/${index}.txt`, content: '' }));
  const { paths, notices } = learn([tryOf(1, 'completed', [typed('lamp')])], { files });
  expect(paths).toHaveLength(199);
  expect(notices).toEqual([expect.stringContaining('at most 200 files')]);
});

it('a label that is too long for a file is told', () => {
  const label = 'x'.repeat(250);
  const long = tryOf(1, 'completed', [typed('lamp')]);
  const { notices } = learn([{ ...long, attempt: { ...long.attempt, label } }], {
    definition: { ...definition, blocks: [{ ...node, label }] },
  });
  expect(notices).toEqual([expect.stringContaining('label is too long')]);
});
