import { type AnyBlock, defineBlock, Type } from '@runwright/contract';
import { egressPolicy } from '@runwright/core';
import { expect, it, onTestFinished } from 'vitest';
import { openService } from './two-organizations.test-helpers.ts';

const blocks = ['task', 'login', 'file_download', 'look'].map(
  (type) =>
    defineBlock({
      type,
      config: Type.Object({}),
      output: Type.Object({}),
      run: async () => ({}),
    }) as AnyBlock,
);

it('every start is answered with 402 without credits, and starts nothing', async () => {
  const egress = egressPolicy({ lookup: async () => [{ address: '93.184.215.14', family: 4 }] });
  const settings = { billing: { enforce: true, planCredits: { free: 0 } } };
  const service = await openService({ blocks, settings, drivers: { egress } });
  onTestFinished(() => service.close());
  const { engine, organizationId, call } = service;
  const { workflowPermanentId } = await engine.workflows.create(organizationId, {
    workflow_definition: { parameters: [], blocks: [{ block_type: 'look', label: 'look' }] },
  });
  const login = await engine.credentials.create(organizationId, {
    name: 'Shop',
    credential_type: 'password',
    credential: { username: 'ann', password: 'pw' },
  });
  const url = 'https://shop.example/';
  const starts: Readonly<Record<string, object>> = {
    tasks: { prompt: 'Look' },
    'tasks/login': { credential_type: 'service', credential_id: login.credential_id, url },
    'tasks/download_files': { navigation_goal: 'Get it', url },
    workflows: { workflow_id: workflowPermanentId },
    agents: { agent_id: workflowPermanentId },
  };
  for (const [path, body] of Object.entries(starts)) {
    const { status, body: answer } = await call('POST', `/v1/run/${path}`, body);
    expect([path, status, answer]).toEqual([path, 402, { detail: 'Out of credits' }]);
  }
  expect((await engine.runs.list(organizationId)).items).toEqual([]);
});
