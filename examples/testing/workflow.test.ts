// #region approval
/** Tests of a whole workflow file: the engine is real and in memory; the clock and the mail are fakes. */
import { readFile } from 'node:fs/promises';
import { createEngine, type Engine } from '@runwright/core';
import { fakeMailer, manualClock } from '@runwright/testing';
import { afterEach, expect, it } from 'vitest';

const file = new URL('approval.yaml', import.meta.url);
let engine: Engine;
afterEach(() => engine.close());

async function start(amount: number) {
  const [clock, mailer] = [manualClock(), fakeMailer()];
  engine = await createEngine({ drivers: { clock, mailer } });
  await engine.start();
  const { organizationId } = await engine.organizations.first();
  const { workflowPermanentId } = await engine.workflows.create(organizationId, await readFile(file, 'utf8'));
  const request = { workflow_id: workflowPermanentId, parameters: { amount } };
  const { runId } = await engine.runs.start(request, { organizationId });
  return { clock, mailer, organizationId, runId };
}

async function until(
  type: string,
  label: string,
  { organizationId, runId }: Awaited<ReturnType<typeof start>>,
) {
  for await (const event of engine.runs.events(organizationId, runId))
    if (event.type === type && event.label === label) return;
}

it('the file is valid and has no warnings', async () => {
  engine = await createEngine();
  expect(engine.validate(await readFile(file, 'utf8'))).toMatchObject({ problems: [], warnings: [] });
});

it('asks after ten minutes and orders when a person approves', async () => {
  const run = await start(40);
  await until('block-start', 'cool_down', run);
  await run.clock.untilSleeping();
  await run.clock.advance(600_000);
  await until('block-pause', 'ask', run);
  expect(run.mailer.mails[0]?.message.to).toEqual(['boss@example.com']);

  await engine.runs.resume(run.organizationId, run.runId, { outcome: 'approve' });
  const { status, output } = await engine.runs.finished(run.organizationId, run.runId);
  expect([status, output]).toEqual(['completed', expect.objectContaining({ order_output: { ordered: 40 } })]);
});
// #endregion

it('orders nothing when a person rejects', async () => {
  const run = await start(40);
  await until('block-start', 'cool_down', run);
  await run.clock.untilSleeping();
  await run.clock.advance(600_000);
  await until('block-pause', 'ask', run);
  await engine.runs.resume(run.organizationId, run.runId, { outcome: 'reject', reason: 'too dear' });
  const { status, errors } = await engine.runs.finished(run.organizationId, run.runId);
  expect([status, errors[0]?.error_code]).toEqual(['terminated', 'rejected']);
});
