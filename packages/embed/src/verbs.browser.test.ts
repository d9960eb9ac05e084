import { RunwrightError, Type } from '@runwright/contract';
import { type ScriptRequest, scriptedMove } from '@runwright/testing';
import { afterAll, beforeAll, expect, expectTypeOf, it } from 'vitest';
import { z } from 'zod';
import type { RunwrightPage } from './page.ts';
import { startVerbs, type VerbsUnderTest } from './verbs.test-helpers.ts';

const shop = `<title>Lamps</title><h1>Lamps</h1>
<table><tr><th>Name</th><th>Price</th></tr><tr><td>Desk lamp</td><td>30</td></tr><tr><td>Floor lamp</td><td>80</td></tr></table>
<button onclick="say('blue chosen')">Blue</button><button onclick="say('red chosen')">Red</button>
<label>Name <input id="name"></label><label>Password <input type="password" id="word" oninput="say(this.value.length + ' typed')"></label>
<p role="status"></p><script>const say = (word) => { document.querySelector('[role=status]').textContent += ' ' + word; };</script>`;
const lamps = [
  { name: 'Desk lamp', price: 30 },
  { name: 'Floor lamp', price: 80 },
];

let verbs: VerbsUnderTest;
let page: RunwrightPage;
let canceling = new AbortController();
beforeAll(async () => {
  verbs = await startVerbs({ '/': shop, '/empty': '<title>Empty</title>' }, [
    { purpose: 'act', answer: decide },
    { purpose: 'extract', answer: ({ view }) => ({ lamps: view.has('Desk lamp') ? lamps : [] }) },
    {
      purpose: 'observe',
      answer: ({ view }) => ({
        elements: [
          ...['Red', 'Blue'].map(named(view, 'click', null)),
          ...['Name'].map(named(view, 'input_text', 'Ann')),
        ],
      }),
    },
    {
      purpose: 'verify',
      answer: ({ view }) => ({
        verdict: view.has('red chosen') ? 'done' : 'not_done',
        evidence: 'red chosen',
        missing: null,
      }),
    },
  ]);
  page = await verbs.runwright.open(verbs.site);
}, 120_000);
afterAll(() => verbs?.[Symbol.asyncDispose]());

function named(view: ScriptRequest['view'], action: string, argument: string | null) {
  return (name: string) => ({
    id: view.find({ name })?.id ?? 'none',
    description: `The field or button ${name}.`,
    action,
    argument,
  });
}

function decide({ goal, view, inputs }: ScriptRequest) {
  if (goal === 'Cancel') canceling.abort();
  const id = (name: string) => view.find({ name })?.id ?? 'none';
  if (/password/i.test(goal)) {
    const { secret_value: text } = JSON.parse(JSON.stringify(inputs.password));
    return scriptedMove.act('', [scriptedMove.inputText(id('Password'), text, 'It is asked for.')]);
  }
  if (/red/i.test(goal) && view.has('red chosen'))
    return scriptedMove.act('', [scriptedMove.complete('Red.')]);
  const color = /red/i.test(goal) ? 'Red' : 'Blue';
  return scriptedMove.act('', [scriptedMove.click(id(color), 'It is asked for.')]);
}

const statusOf = async (): Promise<string> => {
  const { text } = await page.browser.page.read({ mode: 'verify', signal: new AbortController().signal });
  return text;
};

it('act does exactly one action, as a run with a timeline and artifacts', async () => {
  const { runId, actions } = await page.act('Click the blue button');
  expect(actions).toEqual([{ type: 'click', status: 'completed', reason: 'It is asked for.' }]);
  expect(await statusOf()).toContain('blue chosen');
  const { engine, organizationId } = verbs.runwright;
  const artifacts = await engine.runs.artifacts(organizationId, runId);
  expect(artifacts.map(({ type }) => type)).toContain('screenshot_final');
  const { items } = await engine.workflows.list(organizationId);
  expect(items).toEqual([]);
});

it('extract returns data with the type of a TypeBox schema', async () => {
  const schema = Type.Object({
    lamps: Type.Array(Type.Object({ name: Type.String(), price: Type.Number() })),
  });
  const data = await page.extract('All lamps', schema);
  expectTypeOf(data).toEqualTypeOf<{ lamps: { name: string; price: number }[] }>();
  expect(data).toEqual({ lamps });
});

it('extract checks the data with the validator of zod', async () => {
  const price = z.number().transform((euros) => ({ cents: euros * 100 }));
  const schema = z.object({ lamps: z.array(z.object({ name: z.string(), price })) });
  const data = await page.extract('All lamps', schema);
  expectTypeOf(data.lamps[0]?.price).toEqualTypeOf<{ cents: number } | undefined>();
  expect(data.lamps[1]).toEqual({ name: 'Floor lamp', price: { cents: 8000 } });
  const cheap = z.object({ lamps: z.array(z.object({ name: z.string(), price: z.number().max(50) })) });
  const refused = await page.extract('All lamps', cheap).catch((error: unknown) => error);
  expect(RunwrightError.is(refused) && refused.code).toBe('block_failed');
});

it('observe names elements without acting, and act does what it has proposed without a model', async () => {
  const [red, blue, name] = await page.observe('The colors and the name');
  expect([red?.kind, red?.name, blue?.name]).toEqual(['button', 'Red', 'Blue']);
  expect(name).toMatchObject({ action: 'input_text', argument: 'Ann', selector: 'input[id="name"]' });
  expect(await statusOf()).not.toContain('red chosen');
  const asked = verbs.model.requests.length;
  if (name) await page.act(name);
  expect(await statusOf()).toContain('Ann');
  expect(verbs.model.requests).toHaveLength(asked);
});

it('run pursues a goal until a second call has verified it', { tags: ['extended'] }, async () => {
  const { actions, data } = await page.run('Choose red', { maxSteps: 4 });
  expect(actions.map(({ type }) => type)).toEqual(['click']);
  expect(data).toBeNull();
  expect(verbs.model.requests.at(-1)?.scene.purpose).toBe('verify');
});

it('a secret is typed on the site of the page and is in no request', async () => {
  await page.act('Type the password', { secrets: { password: 'brass-lamp-7' } });
  expect(await statusOf()).toContain('12 typed');
  const sent = JSON.stringify(verbs.model.requests.map(({ body }) => body));
  expect(sent).not.toContain('brass-lamp-7');
  const { engine, organizationId } = verbs.runwright;
  expect((await engine.credentials.list(organizationId)).items).toEqual([]);
});

it('a secret is not typed on another site than those that are named', { tags: ['extended'] }, async () => {
  const secrets = { password: { value: 'brass-lamp-8', allowedHosts: ['shop.example'] } };
  await expect(page.act('Type the password', { secrets })).rejects.toMatchObject({ code: 'max_steps' });
});

it('goto, url and screenshot work on the page, and the egress policy refuses private hosts', {
  tags: ['extended'],
}, async () => {
  const other = await verbs.runwright.open(`${verbs.site}/empty`);
  expect(await other.url()).toBe(`${verbs.site}/empty`);
  await other.goto(`${verbs.site}/`);
  expect(await other.url()).toBe(`${verbs.site}/`);
  expect((await other.screenshot({ format: 'jpeg' })).mediaType).toBe('image/jpeg');
  await expect(other.goto('http://127.0.0.1:2/')).rejects.toMatchObject({ code: 'egress_denied' });
  await other.close();
  await expect(other.act('Click')).rejects.toMatchObject({ code: 'conflict' });
});

it('an aborted signal cancels the run of the verb and leaves the page usable', async () => {
  canceling = new AbortController();
  const { signal } = canceling;
  const canceled = await page.act('Cancel', { signal }).catch((error: unknown) => error);
  expect(RunwrightError.is(canceled) && canceled.code).toBe('canceled');
  const { engine, organizationId } = verbs.runwright;
  const runId = RunwrightError.is(canceled) ? String(canceled.details.run_id) : '';
  expect((await engine.runs.get(organizationId, runId)).status).toBe('canceled');
  await expect(page.act('Cancel', { signal })).rejects.toMatchObject({ code: 'canceled' });
  expect(await page.url()).toBe(`${verbs.site}/`);
});
