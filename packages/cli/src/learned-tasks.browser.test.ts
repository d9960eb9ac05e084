import type { Json } from '@runwright/contract';
import {
  type DemoSite,
  demoCredentials,
  demoOrders,
  demoScript,
  demoSite,
  type ScriptRequest,
  scriptedMove,
} from '@runwright/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type AgentEngine, startAgentEngine } from './agent-engine.test-helpers.ts';
import {
  type CodeSite,
  codeAt,
  password,
  signInScript,
  startCodeSite,
  totpSecret,
  user,
} from './one-time-codes.test-helpers.ts';

const login = { parameter_type: 'workflow', key: 'login', workflow_parameter_type: 'credential_id' };
const order = { parameter_type: 'workflow', key: 'order', workflow_parameter_type: 'string' };

/** Stores a workflow that runs with code, and a credential; returns a function that runs it. */
async function prepare(agent: AgentEngine, credential: object, definition: object) {
  const { engine, organizationId, model } = agent;
  const { credential_id } = await engine.credentials.create(organizationId, {
    ...{ name: 'Portal', credential_type: 'password', credential },
  });
  const { workflowPermanentId } = await engine.workflows.create(
    organizationId,
    engine.workflows.parse({
      ...{ title: 'Learned', run_with: 'code', workflow_definition: definition },
    }),
  );
  const finish = async (parameters: Readonly<Record<string, Json>> = {}) => {
    const before = model.requests.length;
    const request = { workflow_id: workflowPermanentId, parameters: { login: credential_id, ...parameters } };
    const { runId } = await engine.runs.start(request, { organizationId });
    const run = await engine.runs.finished(organizationId, runId);
    const outputs: Readonly<Record<string, { readonly [member: string]: Json }>> = Object(run.output);
    const asked = model.requests.slice(before).map(({ scene }) => scene.purpose);
    return { run, outputs, asked, end: { status: run.status, reason: run.failureReason } };
  };
  const files = async () => {
    const { items } = await engine.scripts.list(organizationId, { workflowPermanentId });
    const script = items[0] && (await engine.scripts.get(organizationId, items[0].scriptId));
    return new Map(script?.files.map(({ path, content }) => [path, content]));
  };
  return { finish, files };
}

const completed = { status: 'completed', reason: null };

describe('a script of several blocks on the demo site', () => {
  let site: DemoSite;
  let agent: AgentEngine;
  let learned: Awaited<ReturnType<typeof prepare>>;
  let first: Awaited<ReturnType<typeof learned.finish>>;
  const [one = '', other = ''] = demoOrders.map(({ number }) => number);
  beforeAll(async () => {
    site = await demoSite();
    agent = await startAgentEngine({
      site: site.url,
      script: [
        { purpose: 'act', when: ({ goal }) => goal.includes('invoice'), answer: downloadInvoice },
        { purpose: 'act', when: ({ goal }) => goal.includes('Sign in with'), answer: signIn },
        {
          purpose: 'verify',
          when: ({ goal }) => goal.includes('Sign in with'),
          answer: () => ({ verdict: 'done', evidence: 'Orders', missing: null }),
        },
        ...demoScript,
      ],
    });
    learned = await prepare(agent, demoCredentials, { parameters, blocks: [signInBlock(), invoiceBlock()] });
    first = await learned.finish({ order: one });
  });
  afterAll(async () => {
    await agent?.[Symbol.asyncDispose]();
    await site?.close();
  });

  function signIn({ view, inputs }: ScriptRequest): Json {
    const id = (name: string, kind = 'textbox') => view.find({ name, kind })?.id ?? '';
    if (!view.path.startsWith('/login')) {
      return scriptedMove.act('', [scriptedMove.complete('Signed in.')]);
    }
    const { username = '', password: word = '' } = Object(inputs.login) as Record<string, string>;
    return scriptedMove.act('', [
      scriptedMove.inputText(id('User name'), username, 'The form asks for the user.'),
      scriptedMove.inputText(id('Password'), word, 'The form asks for the password.'),
      scriptedMove.click(id('Sign in', 'button'), 'All is filled in.'),
    ]);
  }

  function downloadInvoice(scene: ScriptRequest): Json {
    const link = scene.view.find({ name: 'Download invoice' });
    if (link) return scriptedMove.act('', [scriptedMove.click(link.id, 'The invoice is wanted.')]);
    const rule = demoScript.find(({ purpose, when }) => purpose === 'act' && when?.(scene));
    return rule ? (rule.answer(scene) as Json) : null;
  }

  const engine = 'service-1.0';
  const links = { number: { type: 'string' }, link: { type: 'string', format: 'uri' } };
  const signInBlock = () => ({
    ...{
      block_type: 'login',
      label: 'sign_in',
      url: `${site.url}/login`,
      engine,
      parameter_keys: ['login'],
    },
    navigation_goal: 'Sign in with the credential.',
  });
  const listBlock = () => ({
    ...{ block_type: 'task', label: 'list', url: `${site.url}/orders`, engine },
    navigation_goal: 'List all orders, every page.',
    data_schema: {
      type: 'object',
      properties: { orders: { type: 'array', items: { type: 'object', properties: links } } },
    },
  });
  const invoiceBlock = () => ({
    ...{ block_type: 'file_download', label: 'invoice', url: `${site.url}/orders`, engine },
    navigation_goal: 'Download the invoice of order {{ order }}.',
  });
  const parameters = [login, order];

  it('signs in and downloads the file of another order, without the model', async () => {
    expect(first.end).toEqual(completed);

    const programs = await learned.files();
    expect(programs.get('blocks/invoice.js')).toContain('{ name: params.order }), { leadsTo: "/orders/*" }');
    expect(programs.get('blocks/sign_in.js')).toContain(
      `await page.fill(target('password'), params.login.password);`,
    );
    const text = [...programs.values()].join('\n');
    for (const secret of [demoCredentials.password, '{{secret.']) expect(text).not.toContain(secret);

    const second = await learned.finish({ order: other });
    expect(second.end).toEqual(completed);
    expect(second.asked).toEqual([]);
    expect(second.outputs.invoice_output?.downloaded_files).toMatchObject([
      { filename: `invoice-${other}.pdf` },
    ]);
  });

  it('reads every page, of which only the data is read by a model', { tags: ['extended'] }, async () => {
    const blocks = [signInBlock(), listBlock()];
    const { finish, files } = await prepare(agent, demoCredentials, { parameters, blocks });
    const found = demoOrders.map(({ number }) => ({ number, link: `${site.url}/orders/${number}` }));
    const runs = [await finish({ order: one }), await finish({ order: other })];
    expect((await files()).get('blocks/list.js')).toContain(`if (!(await page.has(target('next')))) break;`);
    for (const { end, outputs } of runs) {
      expect(end).toEqual(completed);
      expect(outputs.list_output?.extracted_information).toEqual({ orders: found });
    }
    expect(new Set(runs[1]?.asked)).toEqual(new Set(['extract']));
  });

  it('fails at a sign-in that does not lead where it did', { tags: ['extended'] }, async () => {
    const wrong = { ...demoCredentials, password: 'not the password' };
    const { credential_id } = await agent.engine.credentials.create(agent.organizationId, {
      ...{ name: 'Old', credential_type: 'password', credential: wrong },
    });
    const { run, asked } = await learned.finish({ order: other, login: credential_id });
    expect(run).toMatchObject({
      status: 'failed',
      failureCategory: 'wrong_state',
      errors: [{ error_code: 'script_failed' }],
    });
    expect(run.failureReason).toContain('`/orders` was expected');
    expect(asked).toEqual([]);
  });
});

describe('a script of a sign-in with a one-time code', () => {
  let site: CodeSite;
  let agent: AgentEngine;
  beforeAll(async () => {
    site = await startCodeSite('rw_unused');
    agent = await startAgentEngine({ site: `http://${site.host}`, script: signInScript });
  });
  afterAll(async () => {
    await agent?.[Symbol.asyncDispose]();
    await site?.[Symbol.asyncDispose]();
  });

  it('types a code of the time of the run into its boxes, without the model', {
    tags: ['extended'],
  }, async () => {
    const accepted = () => [-30_000, 0, 30_000].map((shift) => codeAt(Date.now() + shift));
    site.accepts = (code) => accepted().includes(code);
    const block = {
      block_type: 'login',
      label: 'sign_in',
      url: `http://${site.host}/`,
      engine: 'service-1.0',
    };
    const { finish, files } = await prepare(
      agent,
      { username: user, password, totp: totpSecret },
      { parameters: [login], blocks: [{ ...block, parameter_keys: ['login'] }] },
    );
    expect((await finish()).end).toEqual(completed);
    const program = (await files()).get('blocks/sign_in.js');
    expect(program).toContain(`await page.enterCode(target('digit_1'), params.login.totp);`);
    const { end, asked } = await finish();
    expect(end).toEqual(completed);
    expect(asked).toEqual([]);
    expect(site.submitted).toHaveLength(2);
  });
});
