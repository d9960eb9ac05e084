import { noUsage, type Run, type TimelineEvent } from '@runwright/contract';
import { describe, expect, it } from 'vitest';
import { toTimelineItems } from './timeline.ts';

const run = {
  runId: 'tsk_1',
  workflowRunId: 'wr_1',
  kind: 'task',
  organizationId: 'o_1',
  workflowId: 'w_1',
  workflowPermanentId: 'wpid_1',
  request: {},
} as Run;

let sequence = 0;
const event = (fields: object): TimelineEvent =>
  ({
    runId: 'tsk_1',
    organizationId: 'o_1',
    at: 1000 * ++sequence,
    sequence,
    label: null,
    blockRunId: null,
    ...fields,
  }) as TimelineEvent;
const start = (id: string, fields: object = {}) =>
  event({
    type: 'block-start',
    eventId: id,
    blockRunId: id,
    label: id,
    blockType: 'task',
    attempt: 1,
    path: [id],
    parentBlockRunId: null,
    config: {},
    currentIndex: null,
    currentValue: null,
    ...fields,
  });
const end = (id: string, fields: object = {}) =>
  event({
    type: 'block-end',
    eventId: id,
    blockRunId: id,
    status: 'completed',
    output: null,
    failureReason: null,
    failureCategory: null,
    branch: null,
    durationMs: 1500,
    ...fields,
  });
const labels = (items: readonly unknown[]) =>
  items.map((item) => (item as { block: { label: string } | null }).block?.label ?? 'thought');

describe('toTimelineItems', () => {
  it('shows the newest first at every level, and the oldest first when asked', () => {
    const events = [
      start('a'),
      end('a'),
      start('b'),
      start('c', { parentBlockRunId: 'b' }),
      start('d', { parentBlockRunId: 'b' }),
    ];
    const descending = toTimelineItems(run, events, { order: 'desc' });
    expect(labels(descending)).toEqual(['b', 'a']);
    expect(labels(descending[0]?.children as unknown[])).toEqual(['d', 'c']);
    const ascending = toTimelineItems(run, events, { order: 'asc' });
    expect(labels(ascending)).toEqual(['a', 'b']);
    expect(labels(ascending[1]?.children as unknown[])).toEqual(['c', 'd']);
  });

  it('fills in how a block ended, and which branch it took', () => {
    const branch = { branchId: 'br', expression: '{{ x }}', result: true, nextLabel: 'c' };
    const [item] = toTimelineItems(run, [start('a'), end('a', { branch, output: { n: 1 } })], {
      order: 'desc',
    });
    expect(item?.block).toMatchObject({
      status: 'completed',
      duration: 1.5,
      output: { n: 1 },
      executed_branch_id: 'br',
      executed_branch_expression: '{{ x }}',
      executed_branch_result: true,
      executed_branch_next_block: 'c',
    });
  });

  it('fills in what a loop goes through as soon as it is found', () => {
    const found = event({ type: 'loop-values', eventId: 'a', blockRunId: 'a', values: ['x', { n: 1 }] });
    const [item] = toTimelineItems(run, [start('a'), found], { order: 'desc' });
    expect(item?.block).toMatchObject({ status: 'running', loop_values: ['x', { n: 1 }] });
    const [other] = toTimelineItems(run, [start('b')], { order: 'desc' });
    expect(other?.block).toMatchObject({ loop_values: null });
  });

  it('shows the parts of a divided task as blocks below it, each with the actions of its steps', () => {
    const part = (id: string, fields: object = {}) =>
      event({
        ...{ type: 'subtask-start', eventId: id, blockRunId: 'a', label: 'a', kind: 'navigation' },
        ...{ goal: `Do ${id}.`, url: null, dataSchema: null, parentSubtaskId: null },
        ...{ currentIndex: null, currentValue: null, ...fields },
      });
    const step = (id: string, subtaskId: string) =>
      event({ type: 'step-start', eventId: id, blockRunId: 'a', order: 1, subtaskId });
    const action = (id: string, stepId: string) =>
      event({
        ...{ type: 'action', eventId: id, blockRunId: 'a', stepId, order: 0, status: 'completed' },
        ...{ action: { action_type: 'null_action' }, reasoning: null, response: null },
      });
    const subtaskEnd = event({
      ...{ type: 'subtask-end', eventId: 's2', subtaskId: 's2', blockRunId: 'a', status: 'failed' },
      ...{ output: null, failureReason: 'No such item.', durationMs: 1500 },
    });
    const item = { parentSubtaskId: 's2', currentIndex: 1, currentValue: 'Lamp' };
    const [block] = toTimelineItems(
      run,
      [start('a'), part('s1'), step('stp_1', 's1'), action('act_1', 'stp_1')].concat([
        part('s2', { kind: 'for_loop' }),
        part('s3', { kind: 'extraction', ...item }),
        subtaskEnd,
      ]),
      { order: 'asc' },
    );
    expect(block?.block).toMatchObject({ actions: [] });
    expect(block?.children).toMatchObject([
      {
        block: {
          ...{ workflow_run_block_id: 's1', block_type: 'navigation', navigation_goal: 'Do s1.' },
          ...{ parent_workflow_run_block_id: 'a', actions: [{ action_id: 'act_1' }] },
        },
      },
      {
        block: { block_type: 'for_loop', status: 'failed', failure_reason: 'No such item.', duration: 1.5 },
        children: [{ block: { data_extraction_goal: 'Do s3.', current_index: 1, current_value: 'Lamp' } }],
      },
    ]);
  });

  it('keeps an item whose parent is unknown as a root', () => {
    expect(
      labels(toTimelineItems(run, [start('a', { parentBlockRunId: 'gone' })], { order: 'desc' })),
    ).toEqual(['a']);
  });

  it('leaves metadata thoughts out unless they are asked for', () => {
    const thought = (thoughtType: string) =>
      event({
        type: 'thought',
        eventId: `th_${thoughtType}`,
        thoughtType,
        scenario: 's',
        observation: null,
        thought: 't',
        answer: null,
        output: null,
        usage: noUsage,
      });
    const events = [thought('metadata'), thought('plan')];
    const shown = toTimelineItems(run, events, { order: 'asc' });
    expect(shown.map((item) => (item.thought as { thought_type: string }).thought_type)).toEqual(['plan']);
    const asked = toTimelineItems(run, events, { order: 'asc', thoughtTypes: ['metadata'] });
    expect(asked.map((item) => (item.thought as { thought_type: string }).thought_type)).toEqual([
      'metadata',
    ]);
  });

  it('shows an action as pending until its end, and then with its screenshot', () => {
    const begun = event({
      type: 'action-start',
      eventId: 'act_1',
      actionId: 'act_1',
      blockRunId: 'a',
      stepId: 'stp_1',
      order: 0,
      action: { action_type: 'click', id: 'a1' },
      reasoning: 'why',
      effect: 'world',
    });
    const [pending] = toTimelineItems(run, [start('a'), begun], { order: 'asc' });
    expect(pending?.block).toMatchObject({
      actions: [{ action_type: 'click', element_id: 'a1', status: 'pending', reasoning: 'why' }],
    });

    const done = event({
      type: 'action-end',
      eventId: 'act_1',
      actionId: 'act_1',
      status: 'completed',
      result: { message: 'ok' },
    });
    const picture = event({
      type: 'artifact',
      eventId: 'a_1',
      artifactId: 'a_1',
      artifactType: 'screenshot_action',
      stepId: 'stp_1',
      actionId: 'act_1',
    });
    const [item] = toTimelineItems(run, [start('a'), begun, done, picture], { order: 'asc' });
    expect(item?.block).toMatchObject({
      actions: [{ status: 'completed', screenshot_artifact_id: 'a_1', output: { message: 'ok' } }],
    });
  });
});
