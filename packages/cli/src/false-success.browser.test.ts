import type { Json } from '@runwright/contract';
import { type ScriptRequest, scriptedMove } from '@runwright/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type AgentEngine, startAgentEngine } from './agent-engine.test-helpers.ts';

/** A button that saves nothing and says so, and one that does nothing. */
const page = `<title>Profile</title><button onclick="document.querySelector('p').textContent = 'Nothing was saved: try again.'">Save</button>
<button>Refresh</button><p role="status"></p>`;

let agent: AgentEngine;
beforeAll(async () => {
  agent = await startAgentEngine({
    site: () => page,
    script: [
      { purpose: 'act', answer: decide },
      {
        purpose: 'verify',
        // A check that reads the page.
        answer: ({ view }) =>
          view.has('Nothing was saved')
            ? {
                verdict: 'not_done',
                evidence: 'Nothing was saved',
                missing: 'The page says that nothing was saved.',
              }
            : { verdict: 'done', evidence: 'Save', missing: null },
      },
      {
        purpose: 'plan',
        answer: () => ({
          ...{ observation: '', thought: 'Try again.', subgoals: [], satisfied: false, summary: null },
          ...{ impossible: null },
          next: {
            ...{ kind: 'act', goal: 'Press Refresh.', criterion: null, name: null, items: null, each: null },
          },
        }),
      },
      {
        purpose: 'judge_failure',
        answer: () => ({
          refused: false,
          category: 'target_missing',
          reason: 'The button does nothing.',
          quote: '',
          error_code: null,
          confidence: 0,
        }),
      },
    ],
  });
});
afterAll(() => agent?.[Symbol.asyncDispose]());

/** Claims success right after the click, again and again; or clicks the useless button for ever. */
function decide({ view, goal }: ScriptRequest): Json {
  const name = goal.includes('Refresh') ? 'Refresh' : 'Save';
  const button = scriptedMove.click(view.find({ name })?.id ?? '', 'It is what the goal asks for.');
  if (name === 'Refresh') return scriptedMove.act('', [button]);
  return scriptedMove.act('', view.has('Nothing was saved') ? [scriptedMove.complete('Saved.')] : [button]);
}

async function run(prompt: string, engineName: string) {
  const { engine, organizationId, site, model } = agent;
  const from = model.requests.length;
  const request = { prompt, url: `${site}/`, max_steps: 20, engine: engineName as 'service-1.0' };
  const { runId } = await engine.runs.startTask(request, { organizationId });
  const ended = await engine.runs.finished(organizationId, runId);
  return { ended, purposes: model.requests.slice(from).map(({ scene }) => scene.purpose) };
}

it('a claim of success on a page that says the opposite is refused, and the run does not complete', async () => {
  const { ended, purposes } = await run('Save the profile.', 'service-1.0');
  expect(ended).toMatchObject({
    status: 'terminated',
    failureCategory: 'goal_unreachable',
    failureReason: expect.stringContaining('nothing was saved'),
  });
  expect(purposes.filter((purpose) => purpose === 'verify').length).toBeGreaterThanOrEqual(2);
});

for (const [name, plans] of [
  ['service-1.0', 0],
  ['service-2.0', 2],
] as const)
  it(`a click that never does anything ends the run of ${name} before its steps are used up, with the category of the cause`, {
    tags: ['extended'],
  }, async () => {
    const { ended, purposes } = await run('Press Refresh until the news are there.', name);
    expect(ended).toMatchObject({
      status: 'failed',
      failureCategory: 'target_missing',
      failureReason: expect.stringContaining('got stuck'),
    });
    expect(purposes.filter((purpose) => purpose === 'act').length).toBeLessThan(20);
    expect(purposes.filter((purpose) => purpose === 'plan')).toHaveLength(plans);
  });
