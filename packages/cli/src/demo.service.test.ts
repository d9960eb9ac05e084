import { agentBlocks } from '@runwright/agent';
import { createEngine } from '@runwright/core';
import { expect, it } from 'vitest';
import { demoPort, startDemo } from './demo.ts';

it('the demo site is on the port after that of the service, and on any port beside a service that takes any', () => {
  expect(demoPort(8000)).toBe(8001);
  expect(demoPort(0)).toBe(0);
});

it('the demo workflow is stored once, however often the demo starts, until somebody changes it', async () => {
  const engine = await createEngine({ blocks: agentBlocks() });
  const { organizationId } = await engine.organizations.first();
  const demo = await startDemo({ scripted: false });
  try {
    const first = await demo.run(engine, organizationId);
    const second = await demo.run(engine, organizationId);
    expect(second.workflowPermanentId).toBe(first.workflowPermanentId);
    const { draft } = await engine.workflows.get(organizationId, first.workflowPermanentId);
    await engine.workflows.update(organizationId, first.workflowPermanentId, {
      ...draft,
      description: 'Mine',
    });
    const third = await demo.run(engine, organizationId);
    expect(third.workflowPermanentId).not.toBe(first.workflowPermanentId);
  } finally {
    await demo[Symbol.asyncDispose]();
    await engine.close();
  }
});
