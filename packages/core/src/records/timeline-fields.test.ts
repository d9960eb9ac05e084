import { noUsage, type Run, type TimelineEvent } from '@runwright/contract';
import { describe, expect, it } from 'vitest';
import { toTimelineItems } from './timeline.ts';
import { TimelineAction, TimelineBlock, TimelineThought } from './timeline-schemas.ts';
import { TakeOver, TakeOverAction } from './timeline-take-over.ts';

const digits = '01795441400708331185879';
const runDigits = '01795441400708331185000';
const blockRunId = `wrb_${digits}`;
const place = { runId: `wr_${runDigits}`, organizationId: 'o_1', label: 'A', blockRunId };
const workflowRun = {
  ...place,
  workflowRunId: place.runId,
  kind: 'workflow',
  workflowId: 'w_1',
  workflowPermanentId: 'wpid_1',
  request: {},
} as unknown as Run;
const taskRun = {
  ...workflowRun,
  runId: 'tsk_1',
  kind: 'task',
  request: { prompt: 'Buy it' },
} as unknown as Run;

const at = (second: number) => Date.UTC(2026, 1, 3, 9, 15, second);
const time = (second: number) => `2026-02-03T09:15:0${second}.000Z`;
const event = (second: number, fields: object): TimelineEvent =>
  ({
    ...place,
    at: at(second),
    sequence: second,
    eventId: blockRunId,
    ...fields,
  }) as unknown as TimelineEvent;

const start = (fields: object = {}) =>
  event(0, {
    type: 'block-start',
    path: ['A'],
    attempt: 1,
    blockType: 'navigation',
    parentBlockRunId: null,
    config: {},
    currentIndex: null,
    currentValue: null,
    ...fields,
  });
const end = (fields: object = {}) =>
  event(5, {
    type: 'block-end',
    status: 'completed',
    output: { task_id: 't' },
    failureReason: null,
    failureCategory: null,
    branch: null,
    durationMs: 1250,
    ...fields,
  });
const blockOf = (run: Run, ...events: readonly TimelineEvent[]) => {
  const [item] = toTimelineItems(run, events, { order: 'asc' });
  const actions = (item?.block?.actions ?? []) as readonly object[];
  const described = [
    [item?.block, TimelineBlock],
    [item?.thought, TimelineThought],
    ...actions.map((action) => [action, TimelineAction] as const),
  ] as const;
  for (const [record, { properties }] of described) {
    if (record) expect(Object.keys(record)).toEqual(Object.keys(properties));
  }
  return item;
};

const emptyBlock = {
  workflow_run_block_id: blockRunId,
  workflow_run_id: place.runId,
  organization_id: 'o_1',
  block_type: 'navigation',
  created_at: time(0),
  modified_at: time(0),
  block_workflow_run_id: null,
  description: null,
  parent_workflow_run_block_id: null,
  label: 'A',
  status: 'running',
  output: null,
  continue_on_failure: false,
  failure_reason: null,
  engine: null,
  task_id: `tsk_${digits}${runDigits}`,
  url: null,
  navigation_goal: null,
  navigation_payload: null,
  data_extraction_goal: null,
  data_schema: null,
  terminate_criterion: null,
  complete_criterion: null,
  actions: [],
  include_action_history_in_verification: false,
  duration: null,
  waits_until: null,
  loop_values: null,
  current_value: null,
  current_index: null,
  recipients: null,
  attachments: null,
  subject: null,
  body: null,
  instructions: null,
  positive_descriptor: null,
  negative_descriptor: null,
  executed_branch_id: null,
  executed_branch_expression: null,
  executed_branch_result: null,
  executed_branch_next_block: null,
};

describe('a block', () => {
  it('has every member of the API and no other, null where nothing is known', () => {
    expect(blockOf(workflowRun, start())).toEqual({
      type: 'block',
      created_at: time(0),
      modified_at: time(0),
      block: emptyBlock,
      thought: null,
      take_over: null,
      children: [],
    });
  });

  it('shows the members of its rendered config, its end, and its place in a loop', () => {
    const config = {
      continue_on_failure: true,
      engine: 'service-1.0',
      url: 'https://shop.test/',
      navigation_goal: 'Buy',
      parameters: { n: 1 },
      data_extraction_goal: 'Price',
      data_schema: { type: 'object' },
      terminate_criterion: 'sold out',
      complete_criterion: 'bought',
      include_action_history_in_verification: true,
    };
    const begun = start({ config, parentBlockRunId: 'wrb_0', currentIndex: 2, currentValue: { a: [1] } });
    const failed = end({ status: 'failed', failureReason: 'it broke', output: null });
    const item = blockOf(workflowRun, begun, failed);
    expect(item?.modified_at).toBe(time(5));
    expect(item?.block).toEqual({
      ...emptyBlock,
      ...{ modified_at: time(5), parent_workflow_run_block_id: 'wrb_0', status: 'failed' },
      ...{ continue_on_failure: true, failure_reason: 'it broke', engine: 'service-1.0' },
      ...{ url: config.url, navigation_goal: 'Buy', navigation_payload: { n: 1 } },
      ...{ data_extraction_goal: 'Price', data_schema: { type: 'object' } },
      ...{ terminate_criterion: 'sold out', complete_criterion: 'bought' },
      ...{ include_action_history_in_verification: true, duration: 1.25 },
      ...{ current_index: 2, current_value: '{"a":[1]}' },
    });
  });

  it('that mails shows the mail, one that branches its choice, one that loops its values, one that triggers its run', () => {
    const mail = { recipients: ['a@b.test'], file_attachments: ['f'], subject: 's', body: 'b' };
    const asked = { instructions: 'i', positive_descriptor: 'yes', negative_descriptor: 'no' };
    expect(
      blockOf(workflowRun, start({ blockType: 'human_interaction', config: { ...mail, ...asked } }))?.block,
    ).toMatchObject({
      task_id: null,
      ...{ recipients: ['a@b.test'], attachments: ['f'], subject: 's', body: 'b' },
      ...asked,
    });
    const branch = { branchId: 'br', expression: '{{ true }}', result: true, nextLabel: 'B' };
    expect(blockOf(workflowRun, start({ blockType: 'conditional' }), end({ branch }))?.block).toMatchObject({
      executed_branch_id: 'br',
      executed_branch_expression: '{{ true }}',
      executed_branch_result: true,
      executed_branch_next_block: 'B',
    });
    const values = event(1, { type: 'loop-values', values: [1, 'a'] });
    expect(blockOf(workflowRun, start({ blockType: 'for_loop' }), values)?.block).toMatchObject({
      loop_values: [1, 'a'],
    });
    const output = { workflow_run_id: 'wr_2', status: 'completed' };
    expect(
      blockOf(workflowRun, start({ blockType: 'workflow_trigger' }), end({ output }))?.block,
    ).toMatchObject({ block_workflow_run_id: 'wr_2', output });
  });

  it.each(['completed', 'failed', 'terminated', 'canceled', 'timed_out', 'skipped'])(
    'ends as %s',
    (status) => {
      expect(blockOf(workflowRun, start(), end({ status }))?.block).toMatchObject({ status, duration: 1.25 });
    },
  );

  it('reads paused while it waits for a person, and a text of a loop as it is', () => {
    const paused = event(1, { type: 'block-pause', dueAt: at(9) });
    const item = blockOf(workflowRun, start({ currentValue: 'text' }), paused);
    expect(item?.block).toMatchObject({
      ...{ status: 'paused', waits_until: time(9), current_value: 'text' },
    });
  });

  it('tells until when a wait block waits, and no more when it has ended', () => {
    const waiting = start({ blockType: 'wait', config: { wait_sec: 7 } });
    expect(blockOf(workflowRun, waiting)?.block).toMatchObject({ waits_until: time(7) });
    expect(blockOf(workflowRun, waiting, end())?.block).toMatchObject({ waits_until: null });
    expect(blockOf(workflowRun, start())?.block).toMatchObject({ waits_until: null });
  });

  it('of a task run has the id of the run', () => {
    expect(blockOf(taskRun, start())?.block).toMatchObject({ task_id: 'tsk_1' });
  });
});

describe('an action', () => {
  const step = event(1, { type: 'step-start', eventId: 'stp_1', order: 4 });
  const begun = (action: object) =>
    event(2, {
      type: 'action-start',
      eventId: 'act_1',
      actionId: 'act_1',
      stepId: 'stp_1',
      order: 1,
      action,
      reasoning: 'to buy',
      effect: 'world',
    });
  const ended = (status: string, result: object) =>
    event(3, { type: 'action-end', eventId: 'ev_1', actionId: 'act_1', status, result });
  const actionOf = (...events: readonly TimelineEvent[]) => {
    const actions = blockOf(workflowRun, start(), step, ...events)?.block?.actions;
    return Array.isArray(actions) ? actions[0] : undefined;
  };
  const pending = {
    action_id: 'act_1',
    action_type: 'click',
    status: 'pending',
    step_id: 'stp_1',
    step_order: 4,
    action_order: 1,
    task_id: `tsk_${digits}${runDigits}`,
    workflow_run_id: place.runId,
    workflow_run_block_id: blockRunId,
    block_label: place.label,
    organization_id: 'o_1',
    description: null,
    reasoning: 'to buy',
    intention: null,
    response: null,
    element_id: 'a1',
    xpath: null,
    text: null,
    option: null,
    file_name: null,
    file_url: null,
    download: null,
    confidence_float: null,
    screenshot_artifact_id: null,
    output: null,
    errors: null,
    created_at: time(2),
    modified_at: time(2),
  };

  it('has every member of the API and no other, null until its end', () => {
    expect(actionOf(begun({ action_type: 'click', id: 'a1' }))).toEqual(pending);
  });

  it('tells at its end what came of it: a message, a download, the path of its element', () => {
    const result = {
      message: 'clicked',
      target: { selectors: ['#buy', 'xpath=//a'] },
      events: [{ type: 'download', filename: 'bill.pdf' }],
    };
    const done = ended('completed', result);
    expect(actionOf(begun({ action_type: 'click', id: 'a1' }), done)).toEqual({
      ...pending,
      ...{ status: 'completed', output: result, response: 'clicked', errors: [], modified_at: time(3) },
      ...{ xpath: 'xpath=//a', file_name: 'bill.pdf', download: true },
    });
    const failed = ended('failed', { code: 'covered', message: 'a dialog is above it', events: [] });
    expect(actionOf(begun({ action_type: 'click', id: 'a1' }), failed)).toMatchObject({
      status: 'failed',
      errors: [{ error_code: 'covered', reasoning: 'a dialog is above it' }],
      download: false,
    });
    expect(actionOf(begun({ action_type: 'click' }), ended('skipped', {}))).toMatchObject({
      status: 'skipped',
    });
  });

  it.each([
    [{ action_type: 'input_text', id: 'a1', text: 'lamp' }, { text: 'lamp' }],
    [{ action_type: 'select_option', id: 'a1', label: 'Red' }, { option: 'Red' }],
    [{ action_type: 'upload_file', id: 'a1', file: 'f_1' }, { file_url: 'f_1' }],
  ])('%j shows %j', (action, shown) => {
    expect(actionOf(begun(action))).toMatchObject({ action_type: action.action_type, ...shown });
  });
});

it('a thought has every member of the API and no other', () => {
  const thought = event(1, {
    type: 'thought',
    eventId: 'th_1',
    thoughtType: 'plan',
    scenario: 'generate_plan',
    observation: 'o',
    thought: 't',
    answer: 'a',
    output: { plan: [] },
    usage: { ...noUsage, input: 1, output: 2, reasoning: 3, cached: 4, cost: 0.5 },
  });
  expect(blockOf(taskRun, thought)).toEqual({
    type: 'thought',
    created_at: time(1),
    modified_at: time(1),
    block: null,
    thought: {
      thought_id: 'th_1',
      task_id: 'tsk_1',
      organization_id: 'o_1',
      created_at: time(1),
      modified_at: time(1),
      workflow_run_id: place.runId,
      workflow_run_block_id: blockRunId,
      workflow_id: 'w_1',
      workflow_permanent_id: 'wpid_1',
      user_input: 'Buy it',
      observation: 'o',
      thought: 't',
      answer: 'a',
      thought_type: 'plan',
      thought_scenario: 'generate_plan',
      output: { plan: [] },
      input_token_count: 1,
      output_token_count: 2,
      reasoning_token_count: 3,
      cached_token_count: 4,
      thought_cost: 0.5,
    },
    take_over: null,
    children: [],
  });
});

it('a take-over has every member of the API and no other, and its actions in their order', () => {
  const action = (second: number, fields: object) =>
    event(second, {
      ...{ type: 'take-over-action', eventId: `act_${second}`, takeOverId: 'tko_1' },
      action: {
        ...{ kind: 'click', description: 'button "Send"', x: 10, y: 20, dx: null, dy: null },
        ...{ button: 'left', text: null, isMasked: false, keys: null, count: 1 },
        ...{ url: 'https://shop.test/', ...fields },
      },
    });
  const begun = event(1, { type: 'take-over-start', eventId: 'tko_1', apiKeyId: 'key_1' });
  const typed = { kind: 'input_text', x: null, y: null, button: null, isMasked: true };
  const events = [begun, action(2, {}), action(3, typed)];
  const running = toTimelineItems(workflowRun, events, { order: 'desc' })[0];
  const actions = (running?.take_over?.actions ?? []) as readonly object[];
  expect(Object.keys(running?.take_over ?? {})).toEqual(Object.keys(TakeOver.properties));
  for (const one of actions) expect(Object.keys(one)).toEqual(Object.keys(TakeOverAction.properties));
  const click = {
    ...{ action_id: 'act_2', action_type: 'click', description: 'button "Send"', x: 10, y: 20 },
    ...{ dx: null, dy: null, button: 'left', text: null, masked: false, keys: null, count: 1 },
    ...{ url: 'https://shop.test/', created_at: time(2) },
  };
  const input = { ...click, x: null, y: null, button: null, masked: true };
  expect(running).toEqual({
    type: 'take_over',
    created_at: time(1),
    modified_at: time(3),
    block: null,
    thought: null,
    take_over: {
      take_over_id: 'tko_1',
      workflow_run_id: place.runId,
      organization_id: 'o_1',
      workflow_run_block_id: blockRunId,
      status: 'running',
      api_key_id: 'key_1',
      ended_by: null,
      created_at: time(1),
      modified_at: time(3),
      duration: null,
      actions: [click, { ...input, action_id: 'act_3', action_type: 'input_text', created_at: time(3) }],
    },
    children: [],
  });
  const ended = { type: 'take-over-end', eventId: 'tko_1', takeOverId: 'tko_1', reason: 'idle' };
  const [done] = toTimelineItems(workflowRun, [...events, event(4, { ...ended, durationMs: 3000 })], {
    order: 'asc',
  });
  expect(done?.take_over).toMatchObject({ status: 'ended', ended_by: 'idle', duration: 3 });
  expect(done?.modified_at).toBe(time(4));
});
