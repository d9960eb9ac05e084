/** Tests of a workflow with the agent: the pages are fakes, and the model answers from a script. */
import { agentBlocks } from '@runwright/agent';
import { createEngine } from '@runwright/core';
import { fakeBrowser, scriptedModel } from '@runwright/testing';
import { expect, it } from 'vitest';

const shop = 'https://shop.example/';
/** Names are not looked up: no request leaves this process. */
const egress = {
  check: async (address: string) => ({
    url: new URL(address),
    addresses: [{ address: '192.0.2.1', family: 4 as const }],
  }),
};
const step = (...actions: readonly object[]) => ({ check: 'ok', memory: '', plan: [], actions }) as object;

it('the agent signs in with the credential, and no prompt has the password', async () => {
  const browser = fakeBrowser({
    pages: [
      {
        url: shop,
        elements: [
          { id: 'a1', kind: 'password', name: 'Password' },
          { id: 'a2', kind: 'button', name: 'Sign in' },
        ],
        onAction: ({ action_type: type }, { values }) =>
          type === 'click' && values.a1 === 'brass' ? { goTo: `${shop}orders` } : undefined,
      },
      { url: `${shop}orders`, title: 'Your orders', text: ['"Order 4711"'] },
    ],
  });
  const model = scriptedModel({
    answers: ({ messages }, index) => {
      const [password = ''] = /\{\{secret\.[^}]*password[^}]*\}\}/.exec(JSON.stringify(messages)) ?? [];
      const answers = [
        step(
          { reason: 'fill in', action_type: 'input_text', id: 'a1', text: password },
          { reason: 'submit', action_type: 'click', id: 'a2' },
        ),
        step({ reason: 'signed in', action_type: 'complete', summary: 'The orders are shown.' }),
        { verdict: 'done', evidence: 'Order 4711', missing: null },
      ];
      return (answers[index] ?? new Error('no more answers')) as never;
    },
  });
  const engine = await createEngine({ blocks: agentBlocks(), drivers: { browser, model, egress } });
  await engine.start();
  const { organizationId } = await engine.organizations.first();
  const { credential_id: login } = await engine.credentials.create(organizationId, {
    name: 'Shop',
    credential_type: 'password',
    credential: { username: 'ann', password: 'brass' },
  });
  const { workflowPermanentId } = await engine.workflows.create(organizationId, {
    workflow_definition: {
      parameters: [{ parameter_type: 'workflow', key: 'login', workflow_parameter_type: 'credential_id' }],
      blocks: [{ block_type: 'login', label: 'sign_in', url: shop, parameter_keys: ['login'] }],
    },
  });
  const request = { workflow_id: workflowPermanentId, parameters: { login } };
  const { runId } = await engine.runs.start(request, { organizationId });
  const run = await engine.runs.finished(organizationId, runId);
  await engine.close();

  expect([run.status, run.failureReason]).toEqual(['completed', null]);
  expect(browser.sessions[0]?.url).toBe(`${shop}orders`);
  expect(JSON.stringify(model.requests)).not.toContain('brass');
});
