import { expect, it, onTestFinished } from 'vitest';
import { servicePlaces } from './in-process-service.test-helpers.ts';

for (const { place, options, patient, open } of servicePlaces)
  it(
    `a service ${place} that takes any free port signs links with the port on which it listens`,
    options,
    async () => {
      const service = await open();
      onTestFinished(() => service.close());
      await service.start();
      const runId = await service.startRun([{ block_type: 'code', label: 'one', code: 'return { sum: 2 }' }]);
      await expect.poll(() => service.statusOf(runId), patient).toBe('completed');
      const artifacts = async () => (await service.call(`/v1/runs/${runId}/artifacts`)).body;
      await expect.poll(async () => (await artifacts()).length, patient).toBeGreaterThan(0);
      const [artifact] = await artifacts();
      expect((await fetch(artifact.signed_url)).status).toBe(200);
    },
  );
