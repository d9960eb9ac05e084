import { expect, it, onTestFinished } from 'vitest';
import { type AnyService, inProcessService } from './in-process-service.test-helpers.ts';
import { exitOf, testService } from './service.test-helpers.ts';

it('50 starts at once with one key make one run, and its answer outlives the service', async () => {
  const service = await inProcessService();
  onTestFinished(() => service.close());
  await expectOneRun(service, () => service.stop());
});

it('50 starts at once with one key make one run, and its answer outlives a process that is killed', {
  tags: ['extended'],
}, async () => {
  const service = await testService();
  onTestFinished(() => service.close());
  await expectOneRun(service, async () => {
    if (service.process) await exitOf(service.process, 'SIGKILL');
  });
});

async function expectOneRun(service: AnyService, end: () => Promise<void>): Promise<void> {
  await service.start();
  const definition = { blocks: [{ block_type: 'wait', label: 'w', wait_sec: 1800 }] };
  const { body: workflow } = await service.call('/v1/workflows', {
    json_definition: { workflow_definition: definition },
  });
  const request = { workflow_id: workflow.workflow_permanent_id };
  const start = (body: object = request) =>
    service.call('/v1/run/workflows', body, { 'idempotency-key': 'order-4711' });
  const answers = await Promise.all(Array.from({ length: 50 }, () => start()));
  const accepted = answers.filter(({ status }) => status === 200);
  expect(accepted.length).toBeGreaterThan(0);
  for (const { status } of answers) expect([200, 409]).toContain(status);
  const ids = async () => (await service.call('/v1/runs')).body.map((run: any) => run.run_id);
  const [runId] = await ids();
  expect(await ids()).toEqual([runId]);
  for (const { body } of accepted) expect(body).toEqual(accepted[0]?.body);

  await end();
  await service.start();
  expect(await start()).toEqual({ status: 200, body: accepted[0]?.body });
  expect((await start({ ...request, title: 'Other' })).status).toBe(409);
  expect(await ids()).toEqual([runId]);
}
