import type { AnyBlock, Json, OpenOptions } from '@runwright/contract';
import { fakeBrowser, fakeContext, scriptedModel } from '@runwright/testing';
import { describe, expect, it } from 'vitest';
import { agentBlocks } from '../agent-blocks.ts';

const options: OpenOptions = {
  egress: { check: async (url) => ({ url: new URL(url), addresses: [] }) },
  reveal: (text) => text,
  signal: new AbortController().signal,
};

/** Runs a `navigation` block on screenshots: texts for the calls that want text, JSON for the others. */
async function runBlock(
  texts: readonly string[],
  others: Readonly<Record<string, Json>> = {},
  images = true,
) {
  const page = {
    ...{ url: 'https://shop.example/', title: 'Shop' },
    elements: [{ id: 'a1', kind: 'button', name: 'Go' }],
  };
  const session = await fakeBrowser({ pages: [page] }).open(options);
  const left = [...texts];
  const model = scriptedModel({
    can: { images },
    answers: ({ output }) =>
      (output ? others[output.name] : left.shift()) ?? new Error(`No answer for ${output?.name ?? 'text'}.`),
  });
  const fake = fakeContext({ session, model, label: 'the_block' });
  const block = agentBlocks().find(({ type }) => type === 'navigation') as AnyBlock;
  const config = { navigation_goal: 'Go.', url: page.url, engine: 'ui-agent', max_steps_per_run: 3 };
  const error = await block
    .run({ parameters: {}, parameter_keys: [], ...config }, fake.context)
    .then(() => null)
    .catch((thrown: unknown) => thrown);
  return { error, entries: fake.entries, requests: model.requests };
}

const verified = { verify: { verdict: 'done', evidence: 'Go', missing: null } };
const finished = "Thought: It is done.\nAction: finished(content='I went.')";

describe('the engine that works on screenshots', () => {
  it('asks for free text with a screenshot and without the page view, and has the end verified', async () => {
    const run = await runBlock(["Thought: I go.\nAction: click(point='500 500')", finished], verified);
    expect(run.error).toBe(null);
    expect(run.requests.map(({ purpose, output }) => [purpose, output?.name])).toEqual([
      ['cua', undefined],
      ['cua', undefined],
      ['verify', 'verify'],
    ]);
    const [first] = run.requests;
    expect(JSON.stringify(first?.messages)).toContain('"type":"image"');
    expect(JSON.stringify(first?.messages)).not.toContain('[[page');
  });

  it('hands back what cannot be executed, up to three answers, and then the step fails', async () => {
    const outside = "Thought: There.\nAction: click(point='2000 1')";
    const run = await runBlock(Array.from({ length: 6 }, () => outside));
    expect(run.error).toMatchObject({ code: 'model_failed' });
    expect(run.requests).toHaveLength(6);
    expect(JSON.stringify(run.requests[1]?.messages)).toContain('is no point inside of the image');
    expect(run.entries.filter(({ type }) => type === 'step-end')).toMatchObject([
      { status: 'failed' },
      { status: 'failed' },
    ]);
  });

  it('answers a question from the goal and goes on', async () => {
    const judged = { judge_message: { kind: 'question', answer: 'The blue one.' }, ...verified };
    const run = await runBlock(['Which one?', finished], judged);
    expect(run.error).toBe(null);
    expect(JSON.stringify(run.requests.at(2)?.messages)).toContain('The blue one.');
  });

  it('ends as terminated when it asks what nobody has told it', async () => {
    const judged = { judge_message: { kind: 'question', answer: null } };
    const run = await runBlock(["Thought: I do not know.\nAction: call_user(content='Which card?')"], judged);
    expect(run.error).toMatchObject({ code: 'terminated', message: 'Which card?' });
  });

  it('is refused before anything is done when the model takes no images', async () => {
    const run = await runBlock([finished], verified, false);
    expect(run.error).toMatchObject({
      code: 'block_failed',
      message: expect.stringContaining('takes no images. Configure a model with vision'),
    });
    expect(run.requests).toEqual([]);
  });
});
