import type { OpenOptions, VisibleElement } from '@runwright/contract';
import { egressPolicy } from '@runwright/core';
import { anthropicModel } from '@runwright/model-anthropic';
import {
  type DemoSite,
  demoCredentials,
  demoSite,
  type MessagesBody,
  type MessagesEndpoint,
  messagesEndpoint,
  type WireBlock,
} from '@runwright/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type AgentEngine, startAgentEngine } from './agent-engine.test-helpers.ts';
import { sharedBrowser } from './shared-browser.test-helpers.ts';

type Turn = (body: MessagesBody) => readonly WireBlock[];

let site: DemoSite;
let endpoint: MessagesEndpoint;
/** Answers of the model that are left. */
let turns: Turn[] = [];
/** Points of the fields of the login page, which the scripted model cannot see. */
let fields: Readonly<Record<'username' | 'password', readonly [x: number, y: number]>>;

beforeAll(async () => {
  site = await demoSite();
  fields = await findFields(`${site.url}/login`);
  endpoint = await messagesEndpoint({
    otherwise: (body) => turns.shift()?.(body) ?? [{ type: 'text', text: 'I do not know.' }],
  });
});
afterAll(async () => {
  await endpoint?.[Symbol.asyncDispose]();
  await site?.close();
});

async function findFields(url: string) {
  const options: OpenOptions = {
    egress: egressPolicy({ allowedHosts: [new URL(url).host] }),
    reveal: (text) => text,
    signal: AbortSignal.timeout(60_000),
  };
  const session = await sharedBrowser().open(options);
  try {
    await session.page.act(
      { action_type: 'goto_url', url },
      { epoch: 0, origin: { stepId: null, order: 0, reasoning: null }, signal: options.signal },
    );
    const view = await session.page.read({ mode: 'action', signal: options.signal });
    const middle = (field: VisibleElement | undefined) =>
      [
        Math.round((field?.box.x ?? 0) + (field?.box.width ?? 0) / 2),
        Math.round((field?.box.y ?? 0) + (field?.box.height ?? 0) / 2),
      ] as const;
    const find = (name: RegExp) =>
      middle(view.elements().find((each) => name.test(each.name) && /text|pass/.test(each.kind)));
    return { username: find(/user/i), password: find(/password/i) };
  } finally {
    await session.close();
  }
}

let calls = 0;
/** Calls of the computer tool as one version of it writes them. */
function computer(model: string, ...actions: readonly [name: string, input: object][]): readonly WireBlock[] {
  return actions.map(([name, input]) => {
    calls += 1;
    const call = { type: 'tool_use', id: `toolu_${calls}` };
    return model === 'claude-sonnet-5-5'
      ? { ...call, name, toolset_name: 'computer', input }
      : { ...call, name: 'computer', input: { action: name, ...input } };
  });
}
function complete(): readonly WireBlock[] {
  calls += 1;
  return [
    { type: 'tool_use', id: `toolu_${calls}`, name: 'complete', input: { summary: 'I am signed in.' } },
  ];
}
const placeholderOf = (body: MessagesBody, member: string): string =>
  new RegExp(`\\\\"${member}\\\\":\\s*\\\\"([^"\\\\]+)\\\\"`).exec(JSON.stringify(body))?.[1] ?? 'none';
const thought = { type: 'thinking', thinking: 'The form is in the middle.', signature: 'c2lnbmVk' };

/** The versions of the tool differ in what their driver writes, which its own tests compare. */
describe.each(['claude-sonnet-4-6', 'claude-sonnet-5-5'])('the computer tool of %s', (model) => {
  let agent: AgentEngine;
  beforeAll(async () => {
    agent = await startAgentEngine({
      site: site.url,
      computerModel: anthropicModel({ apiKey: 'key', baseUrl: endpoint.url, model }),
      script: [
        {
          purpose: 'verify',
          answer: ({ view }) => ({
            verdict: view.path.startsWith('/login') ? 'not_done' : 'done',
            ...{ evidence: 'Sign out', missing: null },
          }),
        },
      ],
    });
  });
  afterAll(() => agent?.[Symbol.asyncDispose]());

  it('signs in to the demo site with a password that is in no request', { tags: ['extended'] }, async () => {
    const { engine, organizationId } = agent;
    const { credential_id } = await engine.credentials.create(organizationId, {
      ...{ name: 'Portal', credential_type: 'password', credential: demoCredentials },
      allowed_hosts: [site.url],
    });
    const { workflowPermanentId } = await engine.workflows.create(organizationId, {
      title: 'Sign in',
      workflow_definition: {
        parameters: [{ parameter_type: 'credential', key: 'login', credential_id }],
        blocks: [
          {
            ...{ block_type: 'navigation', label: 'sign_in', url: `${site.url}/login`, engine: 'cua-b' },
            ...{ navigation_goal: 'Sign in.', parameter_keys: ['login'] },
          },
        ],
      },
    });
    const [x, y] = fields.username;
    turns = [
      () => computer(model, ['zoom', { region: [x - 100, y - 50, x + 100, y + 50] }]),
      () => computer(model, ['left_click', { coordinate: [5_000, 10] }]),
      () => [thought, ...computer(model, ['mouse_move', { coordinate: [x, y] }], ['cursor_position', {}])],
      (body) => computer(model, ['left_click', {}], ['type', { text: placeholderOf(body, 'username') }]),
      (body) =>
        computer(
          model,
          ['left_click', { coordinate: [...fields.password] }],
          ['type', { text: placeholderOf(body, 'password') }],
          ['key', { text: 'Return' }],
        ),
      complete,
    ];
    const before = endpoint.bodies.length;
    const { runId } = await engine.runs.start({ workflow_id: workflowPermanentId }, { organizationId });
    const ended = await engine.runs.finished(organizationId, runId);
    const bodies = endpoint.bodies.slice(before);
    const told = JSON.stringify(bodies.at(-1)?.messages).replace(/"data":"[^"]+"/g, '""');
    expect({ status: ended.status, reason: ended.failureReason }, told).toEqual({
      status: 'completed',
      reason: null,
    });
    expect(endpoint.violations).toEqual([]);
    const events = await engine.runs.timeline(organizationId, runId);
    const actions = events.flatMap((event) =>
      event.type === 'action-start' ? [event.action.action_type] : [],
    );
    expect(actions).toEqual([
      ...['goto_url', 'hover', 'click', 'input_text', 'click', 'input_text', 'keypress'],
    ]);
    expect(told).toContain('is outside of the screenshot, which has 1280 x 800 pixels');
    expect(told).toContain(`X=${x},Y=${y}`);
    expect(told).toContain(JSON.stringify(thought));
    const zoomed = bodies[1]?.messages.at(-1)?.content[0]?.content ?? [];
    expect(zoomed.map(({ type }) => type)).toEqual(['image', 'image']);
    const kept = [JSON.stringify(bodies), JSON.stringify(events)];
    expect(kept.filter((text) => text.includes(demoCredentials.password))).toEqual([]);
    const sent = site.requests.find(({ method }) => method === 'POST');
    expect(sent?.path).toContain('/login');
  });
});
