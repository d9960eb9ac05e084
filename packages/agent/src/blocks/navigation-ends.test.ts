import { describe, expect, it } from 'vitest';
import { click, complete, done, giveUp, runBlock, say, textOf, type } from '../agent-blocks.test-helpers.ts';

describe('navigation', () => {
  it('checks a claim of success that ends a step, when all before it worked', async () => {
    const run = await runBlock(
      'navigation',
      { url: 'https://shop.example/', navigation_goal: 'Find lamps.' },
      [say(type('a1', 'lamp'), click('a2'), complete), done],
    );
    expect(run.output).toMatchObject({ status: 'completed' });
    expect(run.model.requests.map(({ purpose }) => purpose)).toEqual(['act', 'verify']);
    expect(run.session.actions.map(({ action }) => action.action_type)).toEqual([
      'goto_url',
      'input_text',
      'click',
    ]);
  });

  it('ignores a claim of success when an action before it failed, and says so', async () => {
    const run = await runBlock(
      'navigation',
      { url: 'https://shop.example/', navigation_goal: 'Find lamps.' },
      [say(click('a99'), complete), say(type('a1', 'lamp'), click('a2'), complete), done],
    );
    expect(run.output).toMatchObject({ status: 'completed' });
    expect(run.model.requests.map(({ purpose }) => purpose)).toEqual(['act', 'act', 'verify']);
    expect(textOf(run.model.requests[1]!)).toContain(
      '1.2 complete: not done, because not all before it worked',
    );
  });

  it('rejects a claim of success that the page does not confirm', async () => {
    const run = await runBlock(
      'navigation',
      { url: 'https://shop.example/', navigation_goal: 'Find lamps.' },
      [
        say(complete),
        { verdict: 'not_done', evidence: 'search field is empty', missing: 'Nothing was searched for.' },
        say(type('a1', 'lamp'), click('a2')),
        say(complete),
        done,
      ],
    );
    expect(run.output).toMatchObject({ status: 'completed' });
    expect(textOf(run.model.requests[2]!)).toContain('complete: refused, Nothing was searched for.');
  });

  it('ends as terminated when the check refuses three times on the same page', async () => {
    const refusal = { verdict: 'not_done', evidence: '', missing: 'No lamps.' };
    const run = await runBlock(
      'navigation',
      { url: 'https://shop.example/', navigation_goal: 'Find lamps.' },
      [say(complete), refusal, say(complete), refusal, say(complete), refusal],
    );
    expect(run.error).toMatchObject({
      code: 'terminated',
      details: { failure_category: 'goal_unreachable', output: { status: 'terminated' } },
    });
  });

  it('requests no verification when it is off', async () => {
    const run = await runBlock(
      'navigation',
      { url: 'https://shop.example/', navigation_goal: 'Look.', complete_verification: false },
      [say(complete)],
    );
    expect(run.output).toMatchObject({ status: 'completed' });
  });

  it('terminates with the error code that the model chose', async () => {
    const run = await runBlock(
      'navigation',
      {
        url: 'https://shop.example/',
        navigation_goal: 'Buy it.',
        error_code_mapping: { SOLD_OUT: 'The thing is sold out.' },
      },
      [say(giveUp('SOLD_OUT'))],
    );
    expect(run.error).toMatchObject({
      code: 'terminated',
      message: 'It is sold out.',
      details: {
        failure_category: 'user_defined',
        errors: [{ error_code: 'SOLD_OUT', reasoning: 'It is sold out.', block_label: 'the_block' }],
        output: { status: 'terminated', error: 'SOLD_OUT', failure_reason: 'It is sold out.' },
      },
    });
    expect(run.entries.some((entry) => entry.type === 'thought' && entry.thoughtType === 'termination')).toBe(
      true,
    );
  });

  it("maps a failure to the caller's error code only when the model is confident", async () => {
    const judge = (confidence: number) => ({
      refused: true,
      category: 'wrong_state',
      reason: 'Sold out.',
      error_code: 'SOLD_OUT',
      quote: 'sold out',
      confidence,
    });
    const config = {
      url: 'https://shop.example/',
      navigation_goal: 'Buy it.',
      error_code_mapping: { SOLD_OUT: 'The thing is sold out.' },
    };
    const sure = await runBlock('navigation', config, [say(giveUp()), judge(0.9)]);
    expect(sure.error?.details).toMatchObject({
      failure_category: 'user_defined',
      errors: [{ error_code: 'SOLD_OUT', confidence_float: 0.9 }],
    });
    const unsure = await runBlock('navigation', config, [say(giveUp()), judge(0.5)]);
    expect(unsure.error?.details).toMatchObject({ failure_category: 'wrong_state', errors: [] });
  });

  it('fails with REACH_MAX_STEPS when no steps are left', async () => {
    const run = await runBlock(
      'navigation',
      { url: 'https://shop.example/', navigation_goal: 'Find lamps.', max_steps_per_run: 2 },
      [say(type('a1', 'lamp')), say(type('a1', 'lamps'))],
    );
    expect(run.error).toMatchObject({
      code: 'max_steps',
      details: {
        failure_category: 'limit',
        errors: [{ error_code: 'REACH_MAX_STEPS', block_label: 'the_block' }],
        output: { status: 'failed' },
      },
    });
    expect(textOf(run.model.requests[1]!)).toContain('This is the last step.');
    expect(run.session.actions).toHaveLength(2);
  });

  it('completes when the goal is reached in the last allowed step', async () => {
    const run = await runBlock(
      'navigation',
      { url: 'https://shop.example/', navigation_goal: 'Look.', max_steps_per_run: 1 },
      [say(complete), done],
    );
    expect(run.output).toMatchObject({ status: 'completed' });
  });

  it('sends a hint and a screenshot to a model that repeats itself, and ends when it continues', async () => {
    const judgement = {
      refused: false,
      category: 'target_missing',
      reason: 'The button does nothing.',
      error_code: null,
      quote: '',
      confidence: 1,
    };
    const run = await runBlock(
      'navigation',
      { url: 'https://shop.example/', navigation_goal: 'Press it.', max_steps_per_run: 20 },
      ({ output }) => (output?.name === 'judge_failure' ? judgement : say(click('a4'))),
      true,
    );
    const turns = run.model.requests.map(textOf);
    expect(turns[1]).not.toContain('Note:');
    expect(turns[2]).toContain('Note: This was tried 2 times');
    expect(turns[4]).toContain('make a new plan');
    expect(turns[4]).toContain('<image>');
    expect(turns[5]).toContain('barred');
    expect(run.session.actions).toHaveLength(5);
    expect(run.artifacts.some(({ type }) => type === 'screenshot_llm')).toBe(true);
    expect(run.error).toMatchObject({
      code: 'block_failed',
      details: { failure_category: 'target_missing' },
    });
  });

  it("checks the caller's criteria when the page has changed", async () => {
    const config = { url: 'https://shop.example/', navigation_goal: 'Find lamps.' };
    const answers = (complete: boolean) => [
      say(type('a1', 'lamp'), click('a2')),
      { complete, terminate: !complete, evidence: '2 lamps found' },
    ];
    const met = await runBlock(
      'navigation',
      { ...config, complete_criterion: 'Lamps are listed.' },
      answers(true),
    );
    expect(met.output).toMatchObject({ status: 'completed' });
    const refused = await runBlock(
      'navigation',
      { ...config, terminate_criterion: 'Only two are left.' },
      answers(false),
    );
    expect(refused.error).toMatchObject({
      code: 'terminated',
      details: { failure_category: 'user_defined' },
    });
  });
});
