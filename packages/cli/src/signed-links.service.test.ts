import { expect, it, onTestFinished } from 'vitest';
import { patient, testService } from './service.test-helpers.ts';

it('a service that takes any free port signs links with the port on which it listens', async () => {
  const service = await testService();
  onTestFinished(() => service.close());
  await service.start();
  const runId = await service.startRun([{ block_type: 'code', label: 'one', code: 'return { sum: 2 }' }]);
  await expect.poll(() => service.statusOf(runId), patient).toBe('completed');
  const artifacts = async () => (await service.call(`/v1/runs/${runId}/artifacts`)).body;
  await expect.poll(async () => (await artifacts()).length, patient).toBeGreaterThan(0);
  const [artifact] = await artifacts();
  expect((await fetch(artifact.signed_url)).status).toBe(200);
});
