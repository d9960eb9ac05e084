import type { Json, Run, ScriptFile } from '@runwright/contract';
import { type ScriptRequest, scriptedMove } from '@runwright/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type AgentEngine, startAgentEngine } from './agent-engine.test-helpers.ts';

/** How the site looks today. */
type Design = 'first' | 'other-ids' | 'other-words' | 'two-pages';

/** Forms by design; each sends the same values. */
const forms: Readonly<Record<Design, string>> = {
  first: `<form action="/thanks" aria-label="Order"><label>Name <input id="name" name="name"></label>
    <label>Size <select id="size" name="size"><option>Small</option><option>Large</option></select></label>
    <button id="send" data-testid="send">Send order</button></form>`,
  'other-ids': `<p>New design!</p><form action="/thanks" aria-label="Order"><div><label>Name <input id="f1" class="x" name="name"></label></div>
    <div><label>Size <select id="f2" name="size"><option>Small</option><option>Large</option></select></label></div>
    <div><button id="f3" type="submit">Send order</button></div></form>`,
  'other-words': `<section><form action="/thanks" aria-label="Purchase"><label>Your full name <input id="g1" name="name"></label>
    <label>How large? <select id="g2" name="size"><option>Small</option><option>Large</option></select></label>
    <p><button id="g3" type="submit">Buy now</button></p></form></section>`,
  'two-pages': `<form action="/review" aria-label="Order"><label>Name <input id="name" name="name"></label>
    <label>Size <select id="size" name="size"><option>Small</option><option>Large</option></select></label>
    <a href="#" onclick="this.closest('form').submit(); return false">Continue</a></form>`,
};

let design: Design = 'first';
/** Values that arrived at the last page. */
let ordered: Readonly<Record<string, string>> = {};
/** Names of all orders that arrived. */
let customers: (string | undefined)[] = [];

function site(path: string): string {
  const { pathname, searchParams } = new URL(path, 'http://site');
  const values = Object.fromEntries(searchParams);
  if (pathname === '/review') {
    const hidden = Object.entries(values).map(
      ([name, value]) => `<input type="hidden" name="${name}" value="${value}">`,
    );
    return `<title>Review</title><form action="/thanks">${hidden.join('')}<button>Confirm</button></form>`;
  }
  if (pathname !== '/thanks') return `<title>Order</title><main>${forms[design]}</main>`;
  ordered = values;
  customers.push(values.name);
  return `<title>Thanks</title><p>Thank you, ${values.name}. Your order number is 77.</p>`;
}

/** The agent: does what the page asks for, by the words of today. */
function act({ view, inputs: given, goal }: ScriptRequest): Json {
  const [, customer = given.customer ?? null, size = given.size ?? null] =
    /Order for (.+?),? (?:in the )?size (\w+)/.exec(goal) ?? [];
  const inputs = { customer, size };
  if (goal.includes('Stop'))
    return scriptedMove.act('', [scriptedMove.terminate('It is sold out.', 'wrong_state')]);
  const id = (name: string | RegExp): string => view.find({ name })?.id ?? '';
  if (view.has('Thank you')) return scriptedMove.act('', [scriptedMove.complete('It is ordered.')]);
  if (view.path.startsWith('/review')) {
    return scriptedMove.act('', [{ reason: 'Confirm.', action_type: 'click', id: id('Confirm') }]);
  }
  const field = view.find({ name: /name/i });
  const filled = field?.value === inputs.customer;
  const fill = [
    {
      reason: 'The form asks for the name.',
      action_type: 'input_text',
      id: id(/name/i),
      text: inputs.customer,
    },
    {
      reason: 'The form asks for the size.',
      action_type: 'select_option',
      id: id(/size|large/i),
      label: inputs.size,
    },
  ];
  const send = { reason: 'Send the form.', action_type: 'click', id: id(/^(Send order|Buy now|Continue)$/) };
  return scriptedMove.act('', [...(filled ? [] : fill), send] as readonly Json[]);
}

let agent: AgentEngine;
beforeAll(async () => {
  agent = await startAgentEngine({
    site,
    script: [
      { purpose: 'act', answer: act },
      {
        purpose: 'verify',
        answer: ({ view }) => ({
          verdict: view.has('Thank you') ? 'done' : 'not_done',
          evidence: 'Thank you',
          missing: null,
        }),
      },
      {
        purpose: 'propose_schema',
        answer: () => ({
          many: false,
          list_name: 'items',
          fields: [{ name: 'order_number', kind: 'text', description: 'Number' }],
        }),
      },
      {
        purpose: 'extract',
        answer: ({ promptText }) => ({ order_number: /number is (\d+)/.exec(promptText)?.[1] ?? null }),
      },
      {
        purpose: 'judge_failure',
        answer: () => ({
          ...{ refused: false, category: 'wrong_state', reason: 'It is sold out.' },
          ...{ error_code: null, quote: null, confidence: null },
        }),
      },
      {
        purpose: 'locate',
        answer: ({ sections, view }) => {
          const wanted = sections.element ?? '';
          const name = wanted.includes('"Name"')
            ? /full name/
            : wanted.includes('"Size"')
              ? /large/i
              : /Buy now/;
          return { reason: 'It has the same purpose.', id: view.find({ name })?.id ?? null };
        },
      },
    ],
  });
  const id = await workflow();
  const finished = await finish(id, ann);
  learned = { ...finished, files: (await scriptOf(id))?.files ?? [] };
});
afterAll(() => agent?.[Symbol.asyncDispose]());
beforeEach(() => {
  design = 'first';
  ordered = {};
  customers = [];
});

const parameter = (key: string) => ({ parameter_type: 'workflow', key, workflow_parameter_type: 'string' });

const workflow = async (
  block: object = {},
  draft: object = {},
  more: readonly object[] = [],
): Promise<string> => {
  const { workflowPermanentId } = await agent.engine.workflows.create(
    agent.organizationId,
    agent.engine.workflows.parse({
      title: 'Order',
      run_with: 'code',
      workflow_definition: {
        parameters: [parameter('customer'), parameter('size')],
        blocks: [
          {
            block_type: 'navigation',
            label: 'order',
            url: `${agent.site}/`,
            navigation_goal: 'Order for {{ customer }} in the size {{ size }}.',
            parameter_keys: ['customer', 'size'],
            engine: 'service-1.0',
            ...block,
          },
          ...more,
        ],
      },
      ...draft,
    }),
  );
  return workflowPermanentId;
};

interface Finished {
  readonly run: Run;
  /** Names of the answers that the model was asked for. */
  readonly asked: readonly string[];
}

const finish = async (
  workflow_id: string,
  parameters: Readonly<Record<string, Json>>,
  request: object = {},
): Promise<Finished> => {
  const { engine, organizationId, model } = agent;
  const before = model.requests.length;
  const { runId } = await engine.runs.start({ workflow_id, parameters, ...request }, { organizationId });
  const run = await engine.runs.finished(organizationId, runId);
  return { run, asked: model.requests.slice(before).map(({ scene }) => scene.purpose) };
};

const ann = { customer: 'Ann Example', size: 'Large' };
const bob = { customer: 'Bob O’Neill', size: 'Small' };

/** The run that a script was learned from, and the files of the script. */
let learned: Finished & { readonly files: readonly ScriptFile[] };

/** Creates a workflow that has the learned script already. */
async function learnedWorkflow(): Promise<string> {
  const workflowPermanentId = await workflow();
  await agent.engine.scripts.create(agent.organizationId, { workflowPermanentId, files: learned.files });
  return workflowPermanentId;
}

const scriptOf = async (workflowPermanentId: string) => {
  const { items } = await agent.engine.scripts.list(agent.organizationId, { workflowPermanentId });
  return items[0] && (await agent.engine.scripts.get(agent.organizationId, items[0].scriptId));
};
const fileOf = async (workflowPermanentId: string, path: string): Promise<string> => {
  const script = await scriptOf(workflowPermanentId);
  return script?.files.find((file) => file.path === path)?.content ?? '';
};

describe('a script that was learned from a run', () => {
  it('repeats the run with other values and without the model', async () => {
    expect(learned.run).toMatchObject({ status: 'completed', failureReason: null, scriptRun: null });
    expect(learned.asked).toContain('act');
    const id = await learnedWorkflow();
    const program = await fileOf(id, 'blocks/order.js');
    expect(program).toContain(`await page.fill(target('name'), params.customer);`);
    expect(program).toContain(`await page.select(target('size'), params.size);`);
    expect(program).toContain(`await page.click(target('send_order'), { leadsTo: "/thanks" });`);
    expect(program).toContain('// Order for {{ customer }} in the size {{ size }}.');
    expect(program).not.toContain('Ann');

    const second = await finish(id, bob);
    expect(second.run).toMatchObject({
      status: 'completed',
      failureReason: null,
      scriptRun: { aiFallbackTriggered: false },
    });
    expect(second.asked).toEqual([]);
    expect(ordered).toEqual({ name: bob.customer, size: 'Small' });
    expect(await scriptOf(id)).toMatchObject({ version: 1 });
  });

  it('repeats the run without the model after ids, classes and the layout have changed', {
    tags: ['extended'],
  }, async () => {
    const id = await learnedWorkflow();
    design = 'other-ids';
    const { run, asked } = await finish(id, bob);
    expect({ status: run.status, reason: run.failureReason, asked }).toEqual({
      ...{ status: 'completed', reason: null, asked: [] },
    });
    expect(ordered).toEqual({ name: bob.customer, size: 'Small' });
  });

  it('is repaired after labels and ids have changed: a model locates the elements once', async () => {
    const id = await learnedWorkflow();
    design = 'other-words';
    const repaired = await finish(id, bob);
    expect(repaired.run).toMatchObject({ status: 'completed', scriptRun: { aiFallbackTriggered: false } });
    expect(repaired.asked).toEqual(['locate', 'locate', 'locate', 'verify']);
    expect(ordered).toEqual({ name: bob.customer, size: 'Small' });
    expect(await scriptOf(id)).toMatchObject({ version: 2, runId: repaired.run.runId });
    expect(await fileOf(id, 'blocks/order.json')).toContain('role=button[name=\\"Buy now\\"]');

    const again = await finish(id, ann);
    expect({ status: again.run.status, asked: again.asked }).toEqual({ status: 'completed', asked: [] });
    expect(ordered).toEqual({ name: ann.customer, size: 'Large' });
  });

  it('hands over to the agent after a button was removed, and is learned anew', {
    tags: ['extended'],
  }, async () => {
    const id = await learnedWorkflow();
    design = 'two-pages';
    const { run, asked } = await finish(id, bob, { ai_fallback: true });
    expect(run).toMatchObject({ status: 'completed', scriptRun: { aiFallbackTriggered: true } });
    expect(asked.filter((purpose) => purpose === 'locate')).toHaveLength(1);
    expect(asked.filter((purpose) => purpose === 'act')).toHaveLength(3);
    expect(ordered).toEqual({ name: bob.customer, size: 'Small' });
    const prompts = agent.model.requests.filter(({ scene }) => scene.purpose === 'act');
    expect(prompts.at(-1)?.scene.promptText).toContain('done by a script, not to be repeated: input_text');
    const program = await fileOf(id, 'blocks/order.js');
    expect(program.match(/page\.\w+/g)).toEqual([
      ...['page.goto', 'page.fill', 'page.select', 'page.click', 'page.click'],
    ]);

    const again = await finish(id, ann, { ai_fallback: true });
    expect({ status: again.run.status, asked: again.asked }).toEqual({ status: 'completed', asked: [] });
    expect(again.run.scriptRun).toEqual({ aiFallbackTriggered: false });
    expect(ordered).toEqual({ name: ann.customer, size: 'Large' });
  });

  it('fails without the agent when nothing on the page is what it needs', {
    tags: ['extended'],
  }, async () => {
    const id = await learnedWorkflow();
    design = 'two-pages';
    const { run, asked } = await finish(id, bob, { ai_fallback: false });
    expect(run).toMatchObject({
      ...{ status: 'failed', failureCategory: 'target_missing' },
      errors: [{ error_code: 'script_failed' }],
    });
    expect(run.failureReason).toContain('button "Send order"');
    expect(asked).toEqual(['locate']);
    expect(await scriptOf(id)).toMatchObject({ version: 1 });
  });

  it('reads data with the model and repeats the rest without it', { tags: ['extended'] }, async () => {
    const goal = { data_extraction_goal: 'The order number.', data_schema: { order_number: 'text' } };
    const id = await workflow({ block_type: 'task', ...goal });
    const first = await finish(id, ann);
    expect(first.run.output).toMatchObject({ extracted_information: [{ order_number: '77' }] });
    expect(await fileOf(id, 'blocks/order.js')).toMatch(/return await page\.extract\(\);\n$/);
    const second = await finish(id, bob);
    expect(second.run).toMatchObject({
      status: 'completed',
      output: { extracted_information: [{ order_number: '77' }] },
    });
    expect(new Set(second.asked)).toEqual(new Set(['propose_schema', 'extract']));
  });

  it('is not used for a block that has changed since, which is learned anew', {
    tags: ['extended'],
  }, async () => {
    const { engine, organizationId } = agent;
    const id = await learnedWorkflow();
    const { draft } = await engine.workflows.get(organizationId, id);
    const [block] = draft.workflow_definition.blocks;
    const changed = { ...block, navigation_goal: 'Order for {{ customer }}, size {{ size }}, today.' };
    await engine.workflows.update(
      organizationId,
      id,
      engine.workflows.parse({
        ...draft,
        workflow_definition: { ...draft.workflow_definition, blocks: [changed] },
      }),
    );
    const { run, asked } = await finish(id, bob);
    expect(run).toMatchObject({ status: 'completed', scriptRun: null });
    expect(asked).toContain('act');
    expect(await scriptOf(id)).toMatchObject({ version: 2 });
    expect(await fileOf(id, 'blocks/order.js')).toContain('size {{ size }}, today.');
  });

  it('is left as somebody has edited it', { tags: ['extended'] }, async () => {
    const { engine, organizationId } = agent;
    const id = await learnedWorkflow();
    const script = await scriptOf(id);
    if (!script) throw new Error('There is no script.');
    const files = script.files.map((file) =>
      file.path === 'blocks/order.js' ? { ...file, content: `${file.content}// Mine.\n` } : file,
    );
    await engine.scripts.deploy(organizationId, script.scriptId, files);
    design = 'other-words';
    const { run } = await finish(id, bob);
    expect(run).toMatchObject({ status: 'completed' });
    expect(await scriptOf(id)).toMatchObject({ version: 2 });
    expect(await fileOf(id, 'blocks/order.js')).toContain('// Mine.');
  });

  it('repeats the body of a loop for other items', { tags: ['extended'] }, async () => {
    const { engine, organizationId } = agent;
    const body = {
      ...{ block_type: 'navigation', label: 'order', url: `${agent.site}/`, engine: 'service-1.0' },
      navigation_goal: 'Order for {{ current_value.name }} in the size Large.',
    };
    const loop = {
      block_type: 'for_loop',
      label: 'each',
      loop_variable_reference: 'people',
      loop_blocks: [body],
    };
    const { workflowPermanentId } = await engine.workflows.create(organizationId, {
      ...{ title: 'Orders', run_with: 'code' },
      workflow_definition: {
        parameters: [{ parameter_type: 'workflow', key: 'people', workflow_parameter_type: 'json' }],
        blocks: [loop],
      },
    });
    const people = (...names: readonly string[]) => ({ people: names.map((name) => ({ name })) });
    const first = await finish(workflowPermanentId, people('Ann', 'Bob'));
    expect(first.run).toMatchObject({ status: 'completed', failureReason: null });
    expect(await fileOf(workflowPermanentId, 'blocks/order.js')).toContain('current_value.name');
    const second = await finish(workflowPermanentId, people('Cid', 'Dora', 'Eve'));
    expect({ status: second.run.status, asked: second.asked }).toEqual({ status: 'completed', asked: [] });
    expect(customers).toEqual(['Ann', 'Bob', 'Cid', 'Dora', 'Eve']);
  });

  it.each([
    [true, 1],
    [undefined, 0],
  ])('is learned from a terminated run when `generate_script_on_terminal` is %s', async (wanted, count) => {
    const stop = { block_type: 'navigation', label: 'stop', navigation_goal: 'Stop.', engine: 'service-1.0' };
    const draft = wanted === undefined ? {} : { generate_script_on_terminal: wanted };
    const id = await workflow({}, draft, [stop]);
    const { run } = await finish(id, ann);
    expect({ status: run.status, reason: run.failureReason }).toEqual({
      ...{ status: 'terminated', reason: 'navigation block stop terminated: It is sold out.' },
    });
    const { items } = await agent.engine.scripts.list(agent.organizationId, { workflowPermanentId: id });
    expect(items).toHaveLength(count);
    const script = await scriptOf(id);
    expect((script?.files ?? []).map(({ path }) => path).filter((path) => path.endsWith('.js'))).toEqual(
      count === 1 ? ['blocks/order.js'] : [],
    );
  });
});
