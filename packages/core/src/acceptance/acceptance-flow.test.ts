import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { EgressPolicy, Json } from '@runwright/contract';
import { manualClock } from '@runwright/testing';
import { afterEach, describe, expect, it } from 'vitest';
import type { EngineOptions } from '../api/engine-options.ts';
import { systemClock } from '../runtime/clock.ts';
import { flowEngine, outputOf, task, type Word } from './flow.test-helpers.ts';

const closers: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close();
});

async function scene(script: Readonly<Record<string, readonly Word[]>> = {}, options: EngineOptions = {}) {
  const made = await flowEngine(manualClock(), script, options);
  closers.push(() => made.engine.close());
  return made;
}

describe('6: A canceled with `continue_on_failure`', () => {
  it('run canceled, B not run', async () => {
    const { ran, begin, finished } = await scene({ A: ['cancel'] });
    const run = await finished(await begin([task('A', { continue_on_failure: true }), task('B')]));
    expect(run.status).toBe('canceled');
    expect(ran).toEqual(['A']);
  });
});

describe('35: finally, run canceled', () => {
  it('finally not run', async () => {
    const { engine, organizationId, ran, begin, began } = await scene({ A: ['hang'] });
    const run = await begin([task('A'), task('Z')], { finally_block_label: 'Z' });
    await began(run, 'A');
    const { status } = await engine.runs.cancel(organizationId, run.runId);
    await engine.close();
    expect(ran).toEqual(['A']);
    expect(status).toBe('canceled');
  });
});

describe('37: `max_retries` 2', () => {
  const retry = { retry: { max_retries: 2 } };

  it('fails twice then OK: 3 attempts, completed', async () => {
    const { ran, begin, finished, rows } = await scene({ A: ['fail', 'fail', 'ok'] });
    const run = await finished(await begin([task('A', retry)]));
    expect(run.status).toBe('completed');
    expect(ran).toEqual(['A', 'A', 'A']);
    expect(await rows(run)).toEqual(['A failed', 'A failed', 'A completed']);
  });

  it('fails 3 times: failed', async () => {
    const { ran, begin, finished } = await scene({ A: ['fail'] });
    expect((await finished(await begin([task('A', retry)]))).status).toBe('failed');
    expect(ran).toHaveLength(3);
  });

  it('terminated: 1 attempt', async () => {
    const { ran, begin, finished } = await scene({ A: ['terminate'] });
    expect((await finished(await begin([task('A', retry)]))).status).toBe('terminated');
    expect(ran).toHaveLength(1);
  });
});

describe('39: cancel', () => {
  it('during block 2 of 3: block 2 sees the signal within 1 s, block 3 never starts, run canceled', async () => {
    const { engine, organizationId, clock, ran, aborted, begin, began, get } = await scene({ B: ['hang'] });
    const run = await begin([task('A'), task('B'), task('C')]);
    await began(run, 'B');
    await engine.runs.cancel(organizationId, run.runId);
    await clock.advance(1000);
    expect(aborted).toEqual(['B']);
    expect(ran).toEqual(['A', 'B']);
    expect((await get(run)).status).toBe('canceled');
  });

  it('after completion: still completed', async () => {
    const { engine, organizationId, begin, finished, get } = await scene();
    const run = await finished(await begin([task('A')]));
    await expect(engine.runs.cancel(organizationId, run.runId)).rejects.toMatchObject({ code: 'conflict' });
    expect((await get(run)).status).toBe('completed');
  });
});

describe('53: `human_interaction`', () => {
  const ask = { block_type: 'human_interaction', label: 'ask', recipients: ['ann@example.test'] };

  it('approve: run paused, then completed `{success: true}`', async () => {
    const { engine, organizationId, begin, paused, get, finished } = await scene();
    const run = await begin([ask]);
    await paused(run);
    expect((await get(run)).status).toBe('paused');
    await engine.runs.resume(organizationId, run.runId, { outcome: 'approve' });
    const ended = await finished(run);
    expect(ended.status).toBe('completed');
    expect(outputOf(ended, 'ask')).toEqual({ success: true });
  });

  it('no answer: block timed_out, run failed', async () => {
    const { begin, paused, clock, finished, rows } = await scene();
    const run = await begin([ask]);
    await paused(run);
    await clock.advance(7_200_000);
    const ended = await finished(run);
    expect(ended.status).toBe('failed');
    expect(await rows(run)).toEqual(['ask timed_out']);
  });

  it('resume of a run that has ended: conflict', async () => {
    const { engine, organizationId, begin, finished } = await scene();
    const run = await finished(await begin([task('A')]));
    await expect(engine.runs.resume(organizationId, run.runId)).rejects.toMatchObject({ code: 'conflict' });
  });
});

describe('54: trigger', () => {
  const trigger = (workflow: string, members: object = {}) => ({
    block_type: 'workflow_trigger',
    label: 't',
    workflow_permanent_id: workflow,
    ...members,
  });

  it('waiting, child OK: `{{ t_output.outputs.child_output }}` resolves', async () => {
    const { save, begin, finished, timeline } = await scene({}, { settings: { concurrency: 1 } });
    const child = await save([task('child')]);
    const goal = '{{ t_output.outputs.child_output.extracted_information }}';
    const run = await finished(await begin([trigger(child), task('after', { navigation_goal: goal })]));
    expect(run.status).toBe('completed');
    const start = (await timeline(run)).find(
      (event) => event.type === 'block-start' && event.label === 'after',
    );
    expect(start).toMatchObject({ config: { navigation_goal: 'child' } });
  });

  it('waiting, child failed: failed', async () => {
    const { save, begin, finished } = await scene({ child: ['fail'] });
    const run = await finished(await begin([trigger(await save([task('child')]))]));
    expect(run.status).toBe('failed');
    expect(run.failureReason).toContain('child was told to fail');
    expect(outputOf(run, 't')).toMatchObject({ status: 'failed' });
  });

  it('self-recursion: stops at depth 10', async () => {
    const { engine, organizationId, finished, save, start } = await scene();
    const workflowId = await save([task('A')]);
    await engine.workflows.update(organizationId, workflowId, {
      title: 'Recursive',
      workflow_definition: { parameters: [], blocks: [trigger(workflowId)] },
    });
    const run = await finished(await start(workflowId));
    expect(run.status).toBe('failed');
    expect(run.failureReason).toContain('depth');
    const { items } = await engine.runs.list(organizationId, { pageSize: 50 });
    expect(items.map((one) => one.parent?.depth ?? 0).sort((a, b) => a - b)).toEqual([
      0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10,
    ]);
  });

  it('not waiting: status queued, block completed', async () => {
    const { engine, organizationId, save, begin, finished } = await scene();
    const child = await save([task('child')]);
    const run = await finished(await begin([trigger(child, { wait_for_completion: false })]));
    expect(run.status).toBe('completed');
    const output = outputOf(run, 't') as { readonly workflow_run_id: string };
    expect(output).toMatchObject({ status: 'queued', workflow_permanent_id: child });
    expect((await engine.runs.finished(organizationId, output.workflow_run_id)).status).toBe('completed');
  });
});

describe('55: the elapsed limit', () => {
  it('fake clock passes the elapsed limit in block 2: run timed_out, reason has the minutes', async () => {
    const { begin, began, clock, finished, rows } = await scene({ B: ['hang'] });
    const run = await begin([task('A'), task('B')], { max_elapsed_time_minutes: 7 });
    await began(run, 'B');
    await clock.advance(7 * 60_000);
    const ended = await finished(run);
    expect(ended.status).toBe('timed_out');
    expect(ended.failureReason).toContain('7 minutes');
    expect(await rows(run)).toEqual(['A completed', 'B timed_out']);
  });

  it.each([0, 481, true])('limits 0, 481, true: refused (%s)', async (limit) => {
    const { save } = await scene();
    await expect(save([task('A')], { max_elapsed_time_minutes: limit })).rejects.toMatchObject({
      code: 'invalid_input',
      details: { problems: [{ path: ['max_elapsed_time_minutes'] }] },
    });
  });
});

/** Lets this machine's own addresses through, which no default policy does. */
const loopback: EgressPolicy = {
  check: async (url) => ({ url: new URL(url), addresses: [{ address: '127.0.0.1', family: 4 }] }),
};

/** An address that keeps the bodies that it is sent. */
async function receiver() {
  const received: Record<string, Json>[] = [];
  const server = createServer(async (request, response) => {
    let body = '';
    for await (const piece of request) body += piece;
    received.push(JSON.parse(body));
    response.writeHead(200).end();
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  closers.push(() => new Promise((closed) => server.close(closed)));
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}/hook`, received };
}

describe('60: two final statuses written at once', () => {
  it('one status, one webhook', async () => {
    const { url, received } = await receiver();
    const { engine, organizationId, save, start, get, timeline, release, ran } = await scene(
      { A: ['gate'] },
      { drivers: { egress: loopback, clock: systemClock } },
    );
    await engine.keys.create(organizationId, { name: 'signs' });
    const workflow = await save([task('A')]);
    for (let round = 0; round < 20; round += 1) {
      const run = await start(workflow, { webhook_url: url });
      await expect.poll(() => ran).toHaveLength(round + 1);
      const cancel = () => engine.runs.cancel(organizationId, run.runId).catch(() => undefined);
      // The cancel comes now before and now so many steps after the block's return.
      const canceled = round % 2 === 1 ? cancel() : null;
      release();
      for (let step = 0; step < round * 5; step += 1) await Promise.resolve();
      await (canceled ?? cancel());
      for await (const _event of engine.runs.events(organizationId, run.runId));
      const { status } = await get(run);
      const ends = (await timeline(run)).filter((event) => event.type === 'run-end');
      expect(ends.map((event) => event.status)).toEqual([status]);
      expect(received.filter((body) => body.run_id === run.runId).map((body) => body.status)).toEqual([
        status,
      ]);
      expect(await engine.runs.deliveries(organizationId, run.runId)).toHaveLength(1);
    }
  });
});
