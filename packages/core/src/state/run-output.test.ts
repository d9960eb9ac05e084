import type { Attempt, Json, RunErrorEntry, WorkflowDefinition } from '@runwright/contract';
import { expect, it } from 'vitest';
import { runErrors, runOutput } from './run-output.ts';

const definition: WorkflowDefinition = { parameters: [], blocks: [] };
const mapped: WorkflowDefinition = { ...definition, error_code_mapping: { sold_out: 'nothing is left' } };
const soldOut: RunErrorEntry = {
  error_code: 'sold_out',
  reasoning: 'none left',
  confidence_float: 0.9,
  block_label: 'a',
};

function attempt(label: string, output: Json, members: Partial<Attempt> = {}): Attempt {
  return {
    runId: 'wr_1',
    organizationId: 'o_1',
    path: [label],
    attempt: 1,
    blockRunId: `wrb_${label}`,
    label,
    blockType: 'say',
    status: 'completed',
    output,
    failureReason: null,
    failureCategory: null,
    errors: [],
    chosenLabel: null,
    effect: false,
    owner: 'w',
    fenceToken: 1,
    startedAt: 1,
    finishedAt: 2,
    dueAt: null,
    ...members,
  };
}

it('extracted information is one flat list in block order: objects appended, arrays joined, null left out', () => {
  const attempts = [
    attempt('a', { extracted_information: { x: 1 } }),
    attempt('b', { extracted_information: [{ y: 2 }, 3] }),
    attempt('c', { extracted_information: null }),
    attempt('d', { nested: [{ extracted_information: 'text' }], extracted: 9 }),
  ];
  expect(runOutput({ kind: 'workflow' }, definition, attempts, [])).toMatchObject({
    a_output: { extracted_information: { x: 1 } },
    extracted_information: [{ x: 1 }, { y: 2 }, 3, 'text'],
  });
});

it('the extracted information of a loop is that of all iterations, each once', () => {
  const row = (index: number) => ({ extracted_information: { row: index } });
  const inner = [0, 1].map((index) => attempt('b', row(index), { path: ['each', index, 'b'] }));
  const output = [0, 1].map((index) => [{ loop_value: index, output_value: row(index) }]);
  expect(runOutput({ kind: 'workflow' }, definition, [...inner, attempt('each', output)], [])).toMatchObject({
    b_output: row(1),
    each_output: output,
    extracted_information: [{ row: 0 }, { row: 1 }],
  });
});

it('nothing recorded is null, and what is lost or under way is not recorded', () => {
  const attempts = [
    attempt('a', null, { status: 'lost' }),
    attempt('b', null, { status: 'running', finishedAt: null }),
  ];
  expect(runOutput({ kind: 'workflow' }, definition, attempts, [])).toBeNull();
});

it('the last attempt of a block is the one that counts', () => {
  const attempts = [
    attempt('a', null, { status: 'failed', errors: [soldOut] }),
    attempt('a', { x: 1 }, { attempt: 2 }),
  ];
  expect(runOutput({ kind: 'workflow' }, definition, attempts, [])).toEqual({
    a_output: { x: 1 },
    extracted_information: [],
  });
  expect(runErrors(attempts, 100)).toEqual([]);
});

it('the output of a task is what it extracted', () => {
  expect(
    runOutput(
      { kind: 'task' },
      definition,
      [attempt('task', { extracted_information: [1], status: 'x' })],
      [],
    ),
  ).toEqual([1]);
  expect(runOutput({ kind: 'task' }, definition, [], [])).toBeNull();
});

it('a code of the own mapping stands beside the data, and data that is no object moves under its name', () => {
  const list = [attempt('task', { extracted_information: [1] })];
  expect(runOutput({ kind: 'task' }, mapped, list, [soldOut])).toEqual({
    extracted_information: [1],
    error: 'sold_out',
  });
  expect(runOutput({ kind: 'workflow' }, mapped, [attempt('a', 1)], [soldOut])).toMatchObject({
    a_output: 1,
    error: 'sold_out',
  });
  expect(runOutput({ kind: 'task' }, definition, list, [soldOut])).toEqual([1]);
});

it('each error is reported once, at most a hundred', () => {
  const many = Array.from({ length: 120 }, (_, index) => ({ ...soldOut, reasoning: String(index) }));
  expect(runErrors([attempt('a', null, { errors: [soldOut, soldOut] })], 100)).toEqual([soldOut]);
  expect(runErrors([attempt('a', null, { errors: many })], 100)).toHaveLength(100);
});

it('of a block in a loop the output of the highest index counts, whatever ended last, and every iteration is in the loop', () => {
  const inLoop = (index: number, members: Partial<Attempt> = {}) =>
    attempt('t', { extracted_information: index }, { path: ['each', index, 't'], ...members });
  const each = attempt('each', [[{ output_value: { extracted_information: 0 } }]], { path: ['each'] });
  const attempts = [each, inLoop(0, { finishedAt: 9 }), inLoop(10), inLoop(9)];
  expect(runOutput({ kind: 'workflow' }, definition, attempts, [])).toEqual({
    each_output: each.output,
    t_output: { extracted_information: 10 },
    extracted_information: [0],
  });
});

it('what stands in a loop that was tried again does not count', () => {
  const loop = (number: number, status: Attempt['status']) =>
    attempt('each', [], {
      path: ['each'],
      attempt: number,
      status,
      errors: status === 'failed' ? [soldOut] : [],
    });
  const attempts = [
    loop(1, 'failed'),
    attempt('t', null, { path: ['each', 0, 't'], status: 'failed', errors: [soldOut] }),
    attempt('u', 1, { path: ['each', 0, 'u'] }),
    loop(2, 'completed'),
    attempt('t', 2, { path: ['each', 'attempt 2', 0, 't'] }),
  ];
  expect(runErrors(attempts, 100)).toEqual([]);
  expect(runOutput({ kind: 'workflow' }, definition, attempts, [])).toEqual({
    each_output: [],
    t_output: 2,
    extracted_information: [],
  });
});

it('a code that a block inside a loop maps stands beside the data', () => {
  const inner = { block_type: 'say', label: 't', error_code_mapping: { sold_out: 'nothing is left' } };
  const blocks = [{ block_type: 'for_loop', label: 'each', loop_blocks: [inner] }];
  const output = runOutput({ kind: 'workflow' }, { ...definition, blocks }, [attempt('t', 1)], [soldOut]);
  expect(output).toMatchObject({ error: 'sold_out' });
});
