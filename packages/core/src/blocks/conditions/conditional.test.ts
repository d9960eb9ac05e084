import type { Json, ModelPort, RunwrightError } from '@runwright/contract';
import { createTemplateScope } from '@runwright/definition';
import { manualClock, type ScriptedAnswer, scriptedModel } from '@runwright/testing';
import { describe, expect, it } from 'vitest';
import { createModelPort } from '../../model/model-port.ts';
import type { Choice, ChoiceContext } from '../../registry/block-kinds.ts';
import { conditional } from './conditional.ts';

const when = (expression: string, next_block_label: string | null = null, more: object = {}) => ({
  criteria: { expression, ...more },
  next_block_label,
  is_default: false,
});
const otherwise = (next_block_label: string | null) => ({ is_default: true, next_block_label });

const scene = (parameters: Record<string, Json> = {}, answers: readonly ScriptedAnswer[] = []) => {
  const model = scriptedModel({ answers });
  const signal = new AbortController().signal;
  const port: ModelPort = createModelPort({
    purpose: 'criteria',
    model,
    clock: manualClock(),
    random: () => 0,
    signal,
    mask: (value) => value,
    systemPrompt: null,
    timeoutMs: 1_000,
    maxWaitMs: 60_000,
    keep: async () => undefined,
  });
  const scope = createTemplateScope({
    parameters,
    outputs: new Map(),
    run: {
      workflowTitle: 't',
      workflowId: 'w_1',
      workflowPermanentId: 'wpid_1',
      workflowRunId: 'wr_1',
      browserSessionId: null,
    },
    now: 0,
  });
  const partial: Partial<ChoiceContext> = { label: 'Q', signal, scope, strict: false, model: () => port };
  const choose = (...branch_conditions: object[]): Promise<Choice> =>
    conditional.choose({ branch_conditions }, partial as ChoiceContext);
  return { model, choose };
};
const failure = (work: Promise<unknown>): Promise<RunwrightError> =>
  work.then(
    () => Promise.reject(new Error('it did not fail')),
    (error) => error,
  );

describe('templates', () => {
  const branches = [when('{{ n > 100 }}', 'X'), when('{{ n > 10 }}', 'Y'), otherwise('Z')];

  it.each([
    [150, 'X', 0, true, '{{ n > 100 }}'],
    [50, 'Y', 1, true, '{{ n > 10 }}'],
    [1, 'Z', 2, null, null],
  ])('for n = %i lead to %s', async (n, label, index, result, expression) => {
    const { output, choice, nextLabel } = await scene({ n }).choose(...branches);
    expect(nextLabel).toBe(label);
    expect(choice).toEqual({ branchId: `branch_${index + 1}`, expression, result, nextLabel: label });
    expect(output).toMatchObject({ branch_index: index, next_block_label: label, llm_prompt: null });
  });

  it('record what was evaluated and nothing else', async () => {
    const { output } = await scene({ n: 50 }).choose(...branches, when('{{ 1 }}'));
    expect(output).toMatchObject({
      criteria_type: 'jinja2_template',
      evaluations: [
        { branch_index: 0, rendered_expression: 'False', result: false, is_matched: false },
        { branch_index: 1, rendered_expression: 'True', result: true, is_matched: true },
      ],
    });
  });

  it('win over a default that is listed first', async () => {
    expect((await scene().choose(otherwise('Z'), when('{{ 1 }}', 'X'))).nextLabel).toBe('X');
    expect((await scene().choose(otherwise('Z'), when('{{ 0 }}', 'X'))).nextLabel).toBe('Z');
  });

  it.each(['', ' ', 'False', '0', '0.0', 'no', 'off', 'None', 'null'])(
    'hold not for the text %j',
    async (t) => {
      expect((await scene({ t }).choose(when('{{ t }}', 'X'), otherwise('Z'))).nextLabel).toBe('Z');
    },
  );

  it.each(['True', '1', 'yes', 'on', '2', '-1', 'text'])('hold for the text %j', async (t) => {
    expect((await scene({ t }).choose(when('{{ t }}', 'X'), otherwise('Z'))).nextLabel).toBe('X');
  });

  it.each<[Json, boolean]>([
    [[], false],
    [{}, false],
    [0, false],
    [null, false],
    [[0], true],
    [0.5, true],
  ])('are decided by the value %j itself', async (v, holds) => {
    expect((await scene({ v }).choose(when('{{ v }}', 'X'), otherwise('Z'))).nextLabel).toBe(
      holds ? 'X' : 'Z',
    );
  });

  it('may be statements', async () => {
    const source = '{% if n > 1 %}yes{% else %}no{% endif %}';
    expect((await scene({ n: 2 }).choose(when(source, 'X'), otherwise('Z'))).nextLabel).toBe('X');
    expect((await scene({ n: 1 }).choose(when(source, 'X'), otherwise('Z'))).nextLabel).toBe('Z');
  });

  it('may be blank, which is false, when they are declared to be templates', async () => {
    const blank = when('', 'X', { criteria_type: 'jinja2_template' });
    expect(conditional.check?.({ branch_conditions: [blank] })).toEqual([]);
    expect(conditional.check?.({ branch_conditions: [when(' ')] })).toHaveLength(1);
    expect((await scene().choose(blank, otherwise('D'))).nextLabel).toBe('D');
  });

  it('that fail fail the block, and later branches are not tried', async () => {
    const { choose, model } = scene({}, []);
    const error = await failure(choose(when('{{ nope.x }}'), when('is it warm?')));
    expect(error.code).toBe('template_failed');
    expect(error.message).toContain('`branch_conditions[0].criteria.expression` of block `Q`');
    expect(model.requests).toEqual([]);
  });

  it('of which none holds fail the block when there is no default', async () => {
    const error = await failure(scene().choose(when('{{ 0 }}')));
    expect(error.message).toMatch(/None of the 1 branches of block `Q` holds/);
    expect(error.details).toMatchObject({
      errors: [{ error_code: 'no_branch_matched' }],
      failure_category: 'definition',
    });
  });
});

describe('conditions in words', () => {
  const entry = (condition_index: number | string, result: boolean) => ({
    condition_index,
    result,
    reasoning: 'r',
  });
  const branches = [
    when('{{ n > 100 }}', 'X'),
    when('the name {{ name }} is German', 'Y'),
    when('the list {{ empty }} is long', 'Z'),
    otherwise('D'),
  ];
  const values = { n: 1, name: 'Jürgen', empty: '' };

  it('go into one call, rendered, and answers are matched by their number', async () => {
    const { choose, model } = scene(values, [{ conditions: [entry('2', true), entry(1.0, false)] }]);
    const { nextLabel, output } = await choose(...branches);
    expect(nextLabel).toBe('Z');
    expect(model.requests).toHaveLength(1);
    const asked = JSON.stringify(model.requests[0]?.messages);
    expect(asked).toContain('the name Jürgen is German');
    expect(asked).toContain('the list (empty value) is long');
    expect(output).toMatchObject({
      criteria_type: 'prompt',
      llm_response: { conditions: [{ condition_index: 2 }, {}] },
    });
  });

  it('are not asked when an earlier template holds', async () => {
    const { choose, model } = scene({ ...values, n: 101 }, []);
    expect((await choose(...branches)).nextLabel).toBe('X');
    expect(model.requests).toEqual([]);
  });

  it('whose answer is malformed are asked once more with another prompt', async () => {
    const good = { conditions: [entry(1, true), entry(2, false)] };
    const { choose, model } = scene(values, [{ conditions: [entry(1, true)] }, good]);
    expect((await choose(...branches)).nextLabel).toBe('Y');
    const [first, second] = model.requests.map(({ messages }) => JSON.stringify(messages));
    expect(second).toContain('condition 2 is missing');
    expect(first).not.toContain('missing');
  });

  it.each([
    ['one is missing', { conditions: [entry(1, true)] }],
    ['one stands twice', { conditions: [entry(1, true), entry(1, false), entry(2, true)] }],
    ['it does not fit the schema', 'no idea'],
  ])('fail the block when twice %s', async (_what, answer) => {
    const { choose, model } = scene(values, [answer, answer]);
    expect((await failure(choose(...branches))).code).toBe('model_failed');
    expect(model.requests).toHaveLength(2);
  });

  it('that cannot be rendered fail the block when they are reached, and else do no harm', async () => {
    const unreadable = when('the thing {{ nope.x }} is red', 'R');
    const first = scene(values, [{ conditions: [entry(1, true)] }]);
    expect((await first.choose(when('it is warm', 'W'), unreadable)).nextLabel).toBe('W');
    const later = scene(values, [{ conditions: [entry(1, false)] }]);
    const error = await failure(later.choose(when('it is warm', 'W'), unreadable, when('{{ 1 }}', 'X')));
    expect(error.code).toBe('template_failed');
    const alone = scene(values, []);
    expect((await failure(alone.choose(unreadable, when('it is warm')))).code).toBe('template_failed');
    expect(alone.model.requests).toEqual([]);
  });

  it('and their values are recorded with at most 64 KiB each', async () => {
    const { choose } = scene({ ...values, name: 'ü'.repeat(70_000) }, [
      { conditions: [entry(1, true), entry(2, true)] },
    ]);
    const { output } = await choose(...branches);
    const { llm_prompt, evaluations } = output as { llm_prompt: string; evaluations: Json[] };
    // A letter of two bytes does not fit any more.
    expect(Buffer.byteLength(llm_prompt)).toBe(64 * 1024 - 1);
    expect(evaluations[1]).toMatchObject({ rendered_expression: expect.stringMatching(/^the name ü+$/) });
  });

  it('that are too long fail without a call', async () => {
    const { choose, model } = scene({ ...values, name: 'a'.repeat(600_000) }, []);
    expect((await failure(choose(...branches))).message).toContain('150000 tokens');
    expect(model.requests).toEqual([]);
  });

  it('may be declared although they look like a template, and the reverse', async () => {
    const { choose, model } = scene({}, [{ conditions: [entry(1, true)] }]);
    expect((await choose(when('{{ 0 }}', 'X', { criteria_type: 'prompt' }))).nextLabel).toBe('X');
    expect(model.requests).toHaveLength(1);
    const declared = when('plain words', 'X', { criteria_type: 'jinja2_template' });
    expect((await scene().choose(declared, otherwise('D'))).nextLabel).toBe('X');
  });
});
