import { RunwrightError } from '@runwright/contract';
import { manualClock, type ScriptedAnswer, scriptedModel } from '@runwright/testing';
import { afterEach, describe, expect, it } from 'vitest';
import { agentEngine, closeEngines, task } from '../acceptance/agent-engine.test-helpers.ts';
import { outputOf } from '../acceptance/flow.test-helpers.ts';

afterEach(closeEngines);

const busy = new RunwrightError('model_failed', 'The provider is busy.', { retryable: true });
const prompt = (members: object = {}) => ({
  block_type: 'text_prompt',
  label: 'ask',
  prompt: 'Why?',
  ...members,
});
const person = { type: 'object', properties: { age: { type: 'integer' } }, required: ['age'] };

const scene = async (answers: readonly ScriptedAnswer[], clock = manualClock()) => {
  const model = scriptedModel({ answers });
  const made = await agentEngine(() => undefined, { drivers: { model, clock } });
  const sent = (call: number) => JSON.stringify(model.requests[call]?.messages);
  return { ...made, model, clock, sent };
};

describe('the question', () => {
  it('goes to the model rendered, after the prompt of the workflow unless the block leaves it out', async () => {
    const { finish, model, sent } = await scene([{ llm_response: 'a' }, { llm_response: 'b' }]);
    const workflow_system_prompt = 'Be short.';
    await finish({ workflow_system_prompt, blocks: [prompt({ prompt: 'What is {{ 1 + 1 }}?' })] });
    expect(model.requests[0]?.messages[0]).toEqual({ role: 'system', content: 'Be short.' });
    expect(sent(0)).toContain('What is 2?');
    await finish({ workflow_system_prompt, blocks: [prompt({ ignore_workflow_system_prompt: true })] });
    expect(sent(1)).not.toContain('Be short.');
  });

  it('has a schema whose texts are rendered; one that fails stays as it is, and keys are no templates', async () => {
    const { finish, model } = await scene([{ '{{ a }}': 'x' }]);
    const properties = {
      '{{ a }}': { type: 'string', description: '{{ nope.x }}' },
      b: { type: 'string', description: '{{ 1 + 1 }}' },
    };
    const run = await finish({ blocks: [prompt({ json_schema: { type: 'object', properties } })] });
    expect(run.failureReason).toBeNull();
    expect(model.requests[0]?.output?.schema).toMatchObject({
      properties: {
        '{{ a }}': { anyOf: [{ description: '{{ nope.x }}' }, {}] },
        b: { anyOf: [{ description: '2' }, {}] },
      },
    });
  });

  it('is not asked when a declared parameter has no value', async () => {
    const { finish, model } = await scene([]);
    const parameters = [
      { parameter_type: 'workflow', key: 'login', workflow_parameter_type: 'credential_id' },
      { parameter_type: 'workflow', key: 'name', workflow_parameter_type: 'string', default_value: '' },
    ];
    const run = await finish({ parameters, blocks: [prompt({ parameter_keys: ['login', 'name'] })] });
    expect(run.status).toBe('failed');
    expect(run.failureReason).toMatch(/has no value: `login`\./);
    expect(model.requests).toEqual([]);
  });

  it('goes to the model that `llm_key` names, and fails naming one that is not there', async () => {
    const asked: (string | null)[] = [];
    const model = scriptedModel({ answers: [{ llm_response: 'a' }] });
    const { finish } = await agentEngine(() => undefined, {
      drivers: {
        model: (_purpose, name) => {
          asked.push(name);
          return name === 'large' ? model : null;
        },
      },
    });
    expect((await finish({ blocks: [prompt({ llm_key: "{{ 'large' }}" })] })).status).toBe('completed');
    const run = await finish({ blocks: [prompt({ llm_key: 'huge' })] });
    expect(run.failureReason).toContain('none of the name `huge` is configured');
    expect(asked).toEqual(['large', 'huge']);
  });
});

describe('the answer', () => {
  it('is what later blocks see', async () => {
    const { finish, asked } = await scene([{ age: '7' }]);
    const run = await finish({
      blocks: [prompt({ json_schema: person }), task('A', { navigation_goal: '{{ ask_output.age }}' })],
    });
    expect(outputOf(run, 'ask')).toEqual({ age: 7 });
    expect(asked).toEqual(['A: 7']);
  });

  it('may be a list', async () => {
    const { finish } = await scene([{ value: ['a'] }]);
    const json_schema = { type: 'array', items: { type: 'string' } };
    expect(outputOf(await finish({ blocks: [prompt({ json_schema })] }), 'ask')).toEqual(['a']);
  });

  it('that does not fit is asked for once more with the question and what was wrong', async () => {
    const { finish, sent } = await scene([{ age: 'old' }, { age: 80 }]);
    const run = await finish({ blocks: [prompt({ json_schema: person })] });
    expect(outputOf(run, 'ask')).toEqual({ age: 80 });
    expect(sent(0)).not.toContain('last answer');
    expect(sent(1)).toMatch(/Why\?.*did not fit.*age/);
  });

  it('that does not fit twice fails the block and tells where', async () => {
    const { finish, sent } = await scene([{ age: 'old' }, { age: 'older' }]);
    const run = await finish({ blocks: [prompt({ json_schema: person })] });
    expect(sent(1)).toContain('last answer');
    expect(run).toMatchObject({
      status: 'failed',
      failureCategory: 'model',
      failureReason: expect.stringMatching(
        /the second one of the model does not fit the schema either, at `age`/,
      ),
      errors: [{ error_code: 'model_output_invalid', block_label: 'ask' }],
    });
  });

  it('that a busy provider withholds is waited for 0.2 and 0.4 seconds, then the block fails', async () => {
    const { begin, model, clock, engine, organizationId } = await scene([busy, busy, busy]);
    const run = await begin({ blocks: [prompt()] });
    const ended = engine.runs.finished(organizationId, run.runId);
    await clock.advance(199);
    expect(model.requests).toHaveLength(1);
    await clock.advance(1);
    expect(model.requests).toHaveLength(2);
    await clock.advance(399);
    expect(model.requests).toHaveLength(2);
    await clock.advance(1);
    expect(model.requests).toHaveLength(3);
    expect(await ended).toMatchObject({ status: 'failed', failureCategory: 'model' });
  });
});
