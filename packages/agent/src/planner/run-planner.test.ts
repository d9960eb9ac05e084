import {
  type AnyBlock,
  type Json,
  type ModelPurpose,
  type OpenOptions,
  RunwrightError,
} from '@runwright/contract';
import { type FakePage, fakeBrowser, fakeContext, scriptedModel } from '@runwright/testing';
import { describe, expect, it } from 'vitest';
import { agentBlocks } from '../agent-blocks.ts';

const options: OpenOptions = {
  egress: { check: async (url) => ({ url: new URL(url), addresses: [] }) },
  reveal: (text) => text,
  signal: new AbortController().signal,
};

const home: FakePage = {
  url: 'https://shop.example/',
  title: 'Shop',
  elements: [
    { id: 'a1', kind: 'textbox', name: 'Search' },
    { id: 'a2', kind: 'button', name: 'Go' },
  ],
  onAction: ({ action_type }) =>
    action_type === 'click' ? { goTo: 'https://shop.example/found' } : undefined,
};
const found: FakePage = {
  url: 'https://shop.example/found',
  title: 'Found',
  text: () => ['"2 lamps found"', '"Lamp A {L1}"', '"Lamp B {L2}"'],
  links: { L1: 'https://shop.example/a', L2: 'https://shop.example/b' },
};
const pages: readonly FakePage[] = [
  home,
  found,
  { url: 'https://shop.example/a', title: 'Lamp A', text: () => ['"Price 10"'] },
  { url: 'https://shop.example/b', title: 'Lamp B', text: () => ['"Price 20"'] },
];

type Answers = Partial<Record<ModelPurpose, readonly (Json | Error)[]>>;

/** Runs a `task_v2` block with answers by the purpose of the call. */
async function runTask(answers: Answers, config: Record<string, unknown> = {}) {
  const session = await fakeBrowser({ pages: [...pages] }).open(options);
  const queues = new Map(Object.entries(answers).map(([purpose, list]) => [purpose, [...(list ?? [])]]));
  const prompts: string[] = [];
  const model = scriptedModel({
    answers: ({ purpose, messages }) => {
      prompts.push(`${purpose}\n${JSON.stringify(messages)}`);
      return queues.get(purpose)?.shift() ?? new Error(`No answer is left for ${purpose}.`);
    },
  });
  const fake = fakeContext({ session, model, label: 'the_block' });
  const block = agentBlocks().find(({ type }) => type === 'task_v2') as AnyBlock;
  const input = { prompt: 'Buy lamps.', url: 'https://shop.example/', max_steps: 25, max_iterations: 50 };
  const outcome = await block
    .run({ parameters: {}, parameter_keys: [], ...input, ...config }, fake.context)
    .then((output) => ({ output, error: null }))
    .catch((error: unknown) => ({ output: null, error }));
  return {
    ...outcome,
    entries: fake.entries,
    prompts,
    purposes: model.requests.map(({ purpose }) => purpose),
  };
}

const say = (...actions: Json[]) => ({ check: 'ok', memory: '', plan: [], actions });
const divide = say({ reason: 'It has many parts.', action_type: 'divide_goal' });
const click = say({ reason: 'go', action_type: 'click', id: 'a2' });
const complete = say({ reason: 'done', action_type: 'complete', summary: 'Part done.' });
const done = { verdict: 'done', evidence: '2 lamps found', missing: null };
const refused = { verdict: 'not_done', evidence: '', missing: 'No order is shown.' };

const plan = (members: Record<string, Json>): Json => ({
  observation: 'A shop.',
  thought: 'Go on.',
  subgoals: [],
  satisfied: false,
  summary: null,
  impossible: null,
  next: null,
  ...members,
});
const part = (kind: string, goal: string, members: Record<string, Json> = {}): Json => ({
  next: { kind, goal, criterion: null, name: null, items: null, each: null, ...members },
});
const next = (...given: Parameters<typeof part>) => plan(part(...given) as Record<string, Json>);
const satisfied = plan({ satisfied: true, summary: 'Two lamps were found.' });

describe('the planner', () => {
  it('executes the parts of a goal that the agent divides, each with the goal of the whole task', async () => {
    const run = await runTask({
      act: [divide, click, complete],
      plan: [next('act', 'Search for lamps.'), satisfied],
      verify: [done],
    });
    expect(run.output).toMatchObject({ status: 'completed', summary: 'Two lamps were found.' });
    expect(run.purposes).toEqual(['act', 'plan', 'act', 'act', 'plan', 'verify']);
    const inPart = run.prompts[2] ?? '';
    expect(inPart).toContain('Search for lamps.');
    expect(inPart).toContain('<whole_task>\\nBuy lamps.');
    expect(inPart).not.toContain('divide_goal`, last');
  });

  it('shows a subtask with its steps, and each plan as a thought', async () => {
    const { entries } = await runTask({
      act: [divide, complete],
      plan: [next('act', 'Search for lamps.'), satisfied],
      verify: [done],
    });
    const start = entries.find(({ type }) => type === 'subtask-start');
    expect(start).toMatchObject({
      ...{ kind: 'navigation', goal: 'Search for lamps.', url: 'https://shop.example/' },
      parentSubtaskId: null,
    });
    expect(entries.filter(({ type }) => type === 'step-start')).toMatchObject([
      { order: 0 },
      { order: 0, subtaskId: start?.id },
    ]);
    expect(entries.find(({ type }) => type === 'subtask-end')).toMatchObject({
      ...{ subtaskId: start?.id, status: 'completed', output: { summary: 'Part done.' } },
    });
    const thoughts = entries.filter((entry) => entry.type === 'thought' && entry.thoughtType === 'plan');
    expect(thoughts).toMatchObject([{ scenario: 'generate_plan' }, { scenario: 'generate_plan' }]);
  });

  it('plans at once when the block says so', async () => {
    const run = await runTask({ plan: [satisfied], verify: [done] }, { plan_first: true });
    expect(run.purposes).toEqual(['plan', 'verify']);
  });

  it('plans when several subgoals are open after three steps', async () => {
    const subgoals = ['a', 'b', 'c'].map((subgoal) => ({ subgoal, state: 'open' }));
    const step = { ...say({ reason: 'look', action_type: 'null_action' }), plan: subgoals };
    const run = await runTask({ act: [step, step, step], plan: [satisfied], verify: [done] });
    expect(run.purposes).toEqual(['act', 'act', 'act', 'plan', 'verify']);
    expect(run.prompts[3]).toContain('3 subgoals are open after 3 steps.');
  });

  it('plans anew when a part failed, and tells the planner why', async () => {
    const giveUp = say({
      ...{ reason: 'There is no such button.', action_type: 'terminate' },
      ...{ category: 'target_missing', error_code: null, evidence: 'Shop' },
    });
    const run = await runTask({
      act: [divide, giveUp, click, complete],
      plan: [next('act', 'Press Buy.'), next('act', 'Search first.'), satisfied],
      verify: [done],
    });
    expect(run.output).toMatchObject({ status: 'completed' });
    expect(run.prompts.filter((prompt) => prompt.startsWith('plan'))[1]).toContain(
      'There is no such button.',
    );
    expect(run.entries.filter(({ type }) => type === 'subtask-end')).toMatchObject([
      { status: 'terminated', failureReason: 'There is no such button.' },
      { status: 'completed' },
    ]);
  });

  it('keeps a subgoal open whose evidence is not on the page, and says so in the next round', async () => {
    const claim = { id: 's1', text: 'Order.', state: 'done', evidence: 'Thank you for your order' };
    const run = await runTask({
      act: [divide, complete],
      plan: [plan({ subgoals: [claim], ...(part('act', 'Search.') as object) }), satisfied],
      verify: [done],
    });
    const second = run.prompts.filter((prompt) => prompt.startsWith('plan'))[1] ?? '';
    expect(second).toContain('[open] s1: Order.');
    expect(second).toContain('Subgoal s1 stays open');
  });

  it('does not take the words of an agent for evidence', async () => {
    const claim = { id: 's1', text: 'Order.', state: 'done', evidence: 'Part done.' };
    const run = await runTask({
      act: [divide, complete],
      plan: [next('act', 'Order.'), plan({ subgoals: [claim] }), satisfied],
      verify: [done],
    });
    const third = run.prompts.filter((prompt) => prompt.startsWith('plan'))[2] ?? '';
    expect(third).toContain('Part done.');
    expect(third).toContain('Subgoal s1 stays open');
  });

  it('takes the words of a page for evidence that was open during an earlier part', async () => {
    const claim = { id: 's1', text: 'Look at lamp A.', state: 'done', evidence: 'Price 10' };
    const open = (url: string) => say({ reason: 'open', action_type: 'goto_url', url });
    const run = await runTask({
      act: [divide, open('https://shop.example/a'), open('https://shop.example/b'), complete],
      plan: [next('act', 'Look at both.'), plan({ subgoals: [claim] }), satisfied],
      verify: [done],
    });
    const third = run.prompts.filter((prompt) => prompt.startsWith('plan'))[2] ?? '';
    expect(third).toContain('[done] s1: Look at lamp A.');
  });

  it('keeps what it has found when the cap on cost ends the run', async () => {
    const proposal = {
      ...{ many: false, list_name: 'items' },
      fields: [{ name: 'count', kind: 'text', description: 'Number of lamps' }],
    };
    const run = await runTask({
      act: [divide],
      plan: [
        next('extract', 'Count.', { name: 'lamps' }),
        new RunwrightError('max_cost', 'The cap is reached.'),
      ],
      extract: [proposal, { count: '2' }],
    });
    expect(run.error).toMatchObject({
      details: {
        errors: [{ error_code: 'REACH_MAX_COST' }],
        output: { extracted_information: { count: '2' } },
      },
    });
  });

  it('goes on when the verification refuses the claim of the plan', async () => {
    const run = await runTask({
      act: [divide, complete],
      plan: [satisfied, next('act', 'Order it.'), satisfied],
      verify: [refused, done],
    });
    expect(run.output).toMatchObject({ status: 'completed' });
    expect(run.prompts.filter((prompt) => prompt.startsWith('plan'))[1]).toContain('No order is shown.');
  });

  it('ends as terminated when the goal is impossible, with words of the page', async () => {
    const impossible = { reason: 'It is sold out.', quote: 'Go', category: 'wrong_state' };
    const run = await runTask({ act: [divide], plan: [plan({ impossible })] });
    expect(run.error).toMatchObject({
      code: 'terminated',
      message: 'It is sold out.',
      details: { failure_category: 'wrong_state' },
    });
    expect(run.entries.filter((entry) => entry.type === 'thought').at(-1)).toMatchObject({
      thoughtType: 'termination',
    });
  });

  it('ends at the limit of steps of the whole task, not of a part', async () => {
    const look = say({ reason: 'look', action_type: 'click', id: 'a1' });
    const run = await runTask(
      {
        act: [divide, look, look, look],
        plan: [next('act', 'Look.'), next('act', 'Look.'), next('act', 'Look.')],
      },
      { max_steps: 3 },
    );
    expect(run.error).toMatchObject({
      code: 'max_steps',
      details: { errors: [{ error_code: 'REACH_MAX_STEPS' }], output: { failure_category: 'limit' } },
    });
    expect(run.entries.filter(({ type }) => type === 'step-start')).toHaveLength(3);
  });

  it('ends after the last plan that max_iterations allows', async () => {
    const run = await runTask(
      { act: [divide, complete], plan: [next('act', 'Search.'), next('act', 'Search again.')] },
      { max_iterations: 2 },
    );
    expect(run.error).toMatchObject({ message: expect.stringContaining('within 2 plans') });
    expect(run.purposes).toEqual(['act', 'plan', 'act', 'plan']);
  });

  it('does the same for each item of the page, opens its link, and collects the data of all', async () => {
    const items = [
      { label: 'Lamp A', url: '{L1}' },
      { label: 'Lamp B', url: '{L2}' },
    ];
    const proposal = {
      ...{ many: false, list_name: 'items' },
      fields: [{ name: 'price', kind: 'text', description: 'Price' }],
    };
    const run = await runTask({
      act: [divide, click, complete],
      plan: [
        next('act', 'Search for lamps.'),
        next('loop', 'Take the price.', { items: 'all lamps', each: 'extract', name: 'prices' }),
        satisfied,
      ],
      extract: [{ items }, proposal, { price: '10' }, { price: '20' }],
      verify: [done],
    });
    expect(run.error).toBe(null);
    expect(run.output).toMatchObject({
      extracted_information: [
        { item: 'Lamp A', data: { price: '10' } },
        { item: 'Lamp B', data: { price: '20' } },
      ],
    });
    const loop = run.entries.find((entry) => entry.type === 'subtask-start' && entry.kind === 'for_loop');
    expect(
      run.entries.filter((entry) => entry.type === 'subtask-start' && entry.kind === 'extraction'),
    ).toMatchObject([
      { parentSubtaskId: loop?.id, currentIndex: 0, currentValue: 'Lamp A' },
      { parentSubtaskId: loop?.id, currentIndex: 1, currentValue: 'Lamp B' },
    ]);
    expect(run.entries).toContainEqual(expect.objectContaining({ scenario: 'extract_loop_values' }));
  });
});
