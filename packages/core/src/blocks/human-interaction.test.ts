import { defineBlock, isFinal, type Store, Type } from '@runwright/contract';
import { fakeBrowser, fakeMailer, manualClock } from '@runwright/testing';
import { afterEach, expect, it } from 'vitest';
import { flowEngine, outputOf, task, type Word } from '../acceptance/flow.test-helpers.ts';
import { storeUnderTest } from '../acceptance/test-engine.test-helpers.ts';
import type { Engine } from '../api/engine.ts';
import type { EngineOptions } from '../api/engine-options.ts';

const open: Engine[] = [];
afterEach(async () => {
  await Promise.all(open.splice(0).map((engine) => engine.close()));
});

async function scene(options: EngineOptions = {}, script: Readonly<Record<string, readonly Word[]>> = {}) {
  const mailer = fakeMailer();
  const clock = manualClock();
  const made = await flowEngine(clock, script, { ...options, drivers: { mailer, ...options.drivers } });
  open.push(made.engine);
  return { ...made, mailer };
}

const keptStore = (): Store => ({ ...storeUnderTest(), close: async () => undefined });

/** Opens the browser of its run. */
const opener = defineBlock({
  type: 'open',
  config: Type.Object({}),
  output: Type.Object({ opened: Type.Boolean() }),
  async run(_config, context) {
    await context.browser();
    return { opened: true };
  },
});

const ask = (members: object = {}) => ({
  block_type: 'human_interaction',
  label: 'ask',
  recipients: ['ann@example.test'],
  ...members,
});

it('people are asked by one mail, whose key names run, block and attempt', async () => {
  const { begin, paused, mailer, engine, clock } = await scene();
  const run = await begin([
    ask({
      recipients: ['ann@example.test, bob@example.test', 'eve@example.test'],
      instructions: 'Is the total of {{ workflow_title }} right?',
      subject: 'Look\nhere',
      sender: 'robot@example.test',
      positive_descriptor: 'Yes',
    }),
  ]);
  await paused(run);
  await clock.advance(120_000);
  await engine.close();
  expect(mailer.mails).toHaveLength(1);
  expect(mailer.mails[0]).toMatchObject({
    key: `${run.runId}/ask/1`,
    message: {
      from: 'robot@example.test',
      to: ['ann@example.test', 'bob@example.test', 'eve@example.test'],
      subject: 'Look here',
    },
  });
  const { text } = mailer.mails[0]?.message ?? { text: '' };
  expect(text).toContain('Is the total of Test right?');
  expect(text).toContain('"Yes" lets it go on, "Reject" ends it here');
  expect(text).toContain(run.runId);
});

it('without a mailer the run pauses all the same, and its timeline says that nobody was notified', async () => {
  const { engine, organizationId, begin, paused, timeline, finished } = await scene({
    drivers: { mailer: undefined as never },
  });
  const run = await begin([ask()]);
  await paused(run);
  const notices = (await timeline(run)).filter((event) => event.type === 'thought');
  expect(notices).toMatchObject([
    {
      thoughtType: 'notice',
      thought: 'no mail was sent to ann@example.test, because no mailer is configured',
    },
  ]);
  await engine.runs.resume(organizationId, run.runId);
  expect((await finished(run)).status).toBe('completed');
});

it('an approval may bring data, which later blocks see', async () => {
  const { engine, organizationId, begin, paused, finished, timeline } = await scene();
  const run = await begin([ask(), task('b', { navigation_goal: '{{ ask_output.total }}' })]);
  await paused(run);
  const payload = { total: 12, success: false };
  await engine.runs.resume(organizationId, run.runId, { outcome: 'approve', reason: 'fine', payload });
  const ended = await finished(run);
  expect(outputOf(ended, 'ask')).toEqual({ total: 12, success: true, reason: 'fine' });
  const start = (await timeline(run)).find((event) => event.type === 'block-start' && event.label === 'b');
  expect(start).toMatchObject({ config: { navigation_goal: '12' } });
});

it('a rejection terminates the block with its reason', async () => {
  const { engine, organizationId, begin, paused, finished, ran } = await scene();
  const run = await begin([ask(), task('b')]);
  await paused(run);
  await engine.runs.resume(organizationId, run.runId, { outcome: 'reject', reason: 'too dear' });
  const ended = await finished(run);
  expect(ended).toMatchObject({
    status: 'terminated',
    failureReason: 'human_interaction block ask terminated: too dear',
    failureCategory: 'user_defined',
    errors: [{ error_code: 'rejected', block_label: 'ask' }],
  });
  expect(outputOf(ended, 'ask')).toEqual({ success: false, reason: 'too dear' });
  expect(ran).toEqual([]);
});

it('a rejection takes the failure path of the block, and is not tried again', async () => {
  const { engine, organizationId, begin, paused, finished, ran, mailer } = await scene();
  const run = await begin([
    ask({ on_failure_next_label: 'c', retry: { max_retries: 2 } }),
    task('b'),
    task('c'),
  ]);
  await paused(run);
  await engine.runs.resume(organizationId, run.runId, { outcome: 'reject' });
  expect((await finished(run)).status).toBe('completed');
  expect(ran).toEqual(['c']);
  expect(mailer.mails).toHaveLength(1);
});

it('a second answer is refused, and the first one stays', async () => {
  const { engine, organizationId, begin, paused, finished } = await scene();
  const run = await begin([ask()]);
  await paused(run);
  const answers = await Promise.allSettled([
    engine.runs.resume(organizationId, run.runId, { outcome: 'reject' }),
    engine.runs.resume(organizationId, run.runId, { outcome: 'approve' }),
  ]);
  // The store decides which of the two is first.
  const [first, second] = answers[0]?.status === 'fulfilled' ? answers : answers.toReversed();
  expect([first?.status, second?.status]).toEqual(['fulfilled', 'rejected']);
  expect(second).toMatchObject({ reason: { code: 'conflict' } });
  expect((await finished(run)).status).toBe(first === answers[0] ? 'terminated' : 'completed');
});

it('an answer that comes with the time-out counts or is refused, and the block ends once', async () => {
  const seen = new Set<boolean>();
  for (let call = 0; call < 12; call += 1) {
    const memory = storeUnderTest();
    let calls = Number.NEGATIVE_INFINITY;
    let answer: () => Promise<void> = async () => undefined;
    /** Lets the answer come just before one of the calls that the worker makes when the time has come. */
    const before =
      <A extends unknown[], R>(act: (...args: A) => Promise<R>) =>
      async (...args: A) => {
        calls += 1;
        if (calls === call + 1) await answer();
        return act(...args);
      };
    const { claim, commit, find } = memory.runs;
    const runs = { ...memory.runs, claim: before(claim), commit: before(commit), find: before(find) };
    const attempts = { read: before(memory.attempts.read) };
    const store: Store = { ...memory, runs, attempts };
    const { engine, organizationId, begin, paused, finished, rows, clock } = await scene({
      drivers: { store },
      settings: { sweepMs: 3_600_000 },
    });
    const run = await begin([ask({ timeout_seconds: 60 })]);
    await paused(run);
    await clock.advance(59_999);
    let answered: boolean | null = null;
    answer = async () => {
      answered = await engine.runs.resume(organizationId, run.runId).then(
        () => true,
        () => false,
      );
    };
    calls = 0;
    await clock.advance(1);
    if (answered === null) await answer();
    const ended = await finished(run);
    expect(await rows(run), `before call ${call}`).toEqual([answered ? 'ask completed' : 'ask timed_out']);
    expect(ended.status).toBe(answered ? 'completed' : 'failed');
    seen.add(answered === true);
    await engine.close();
  }
  expect(seen).toEqual(new Set([true, false]));
});

it('a mail that cannot be sent fails the block, and a retry sends one with a key of its own', async () => {
  const { begin, finished, mailer, rows } = await scene();
  mailer.refuse('mailbox unavailable');
  const run = await begin([ask({ retry: { max_retries: 1 } })]);
  const ended = await finished(run);
  expect(ended.status).toBe('failed');
  expect(ended.failureReason).toContain('mailbox unavailable');
  expect(mailer.mails.map((mail) => mail.key)).toEqual([`${run.runId}/ask/1`, `${run.runId}/ask/2`]);
  expect(await rows(run)).toEqual(['ask failed', 'ask failed']);
});

it('a mail server that does not answer is not named to the owner of the run', async () => {
  const refused = Object.assign(new Error('connect ECONNREFUSED 10.1.2.3:25'), { code: 'ECONNREFUSED' });
  const mailer = { ...fakeMailer(), send: () => Promise.reject(refused) };
  const { begin, finished } = await scene({ drivers: { mailer } });
  const { failureReason } = await finished(await begin([ask()]));
  expect(failureReason).toContain('could not be sent: connect ECONNREFUSED [address]');
});

it('a run that waits for a person holds no worker, and can be canceled', async () => {
  const { engine, organizationId, begin, paused, finished, get, rows } = await scene({
    settings: { concurrency: 1 },
  });
  const run = await begin([ask()], { finally_block_label: 'ask' });
  await paused(run);
  expect((await finished(await begin([task('a')]))).status).toBe('completed');
  expect((await get(run)).status).toBe('paused');
  await engine.runs.cancel(organizationId, run.runId);
  expect(await rows(run)).toEqual(['ask canceled']);
  await expect(engine.runs.resume(organizationId, run.runId)).rejects.toMatchObject({ code: 'conflict' });
});

it('the wait counts for the elapsed limit of the run', async () => {
  const { begin, paused, finished, clock } = await scene();
  const run = await begin([ask()], { max_elapsed_time_minutes: 3 });
  await paused(run);
  await clock.advance(180_000);
  expect(await finished(run)).toMatchObject({ status: 'timed_out' });
});

it('an answer, and the time-out, reach a run whose process has ended meanwhile', async () => {
  for (const answer of [true, false]) {
    const store = keptStore();
    const first = await scene({ drivers: { store } });
    const run = await first.begin([ask(), task('b')]);
    await first.paused(run);
    await first.engine.close();

    const second = await scene({ drivers: { store }, settings: { takeOver: true } });
    if (answer) await second.engine.runs.resume(second.organizationId, run.runId);
    else await second.clock.advance(7_200_000);
    expect((await second.finished(run)).status).toBe(answer ? 'completed' : 'failed');
    expect([...first.mailer.mails, ...second.mailer.mails]).toHaveLength(1);
  }
});

it('a mail whose sender was lost is not sent again, and the run goes on waiting', async () => {
  const store = keptStore();
  const stuck = { specVersion: 'v1', send: () => new Promise<never>(() => undefined) } as const;
  const first = await scene({ drivers: { store, mailer: stuck } });
  const run = await first.begin([ask()]);
  await first.paused(run);
  const sending = async () => (await store.outbox.sending({ limit: 10 })).length;
  while ((await sending()) === 0) await new Promise((resolve) => setImmediate(resolve));

  const second = await scene({ drivers: { store }, settings: { takeOver: true } });
  await second.until(run, (event) => event.type === 'thought');
  const notice = (await second.timeline(run)).find((event) => event.type === 'thought');
  expect(notice).toMatchObject({ thought: expect.stringContaining('it is not sent again') });
  expect(second.mailer.mails).toEqual([]);
  expect(isFinal((await second.get(run)).status)).toBe(false);
  void first.engine.close();
  open.splice(open.indexOf(first.engine), 1);
});

it('an open browser stays open until the answer, without a place among the runs that are worked on', async () => {
  const browser = fakeBrowser({ pages: [] });
  const { engine, organizationId, begin, paused, finished, clock } = await scene({
    drivers: { browser },
    settings: { concurrency: 1 },
    blocks: [opener],
  });
  const run = await begin([{ block_type: 'open', label: 'o' }, ask(), { block_type: 'open', label: 'p' }]);
  await paused(run);
  await clock.advance(60_000);
  expect(browser.sessions.map((session) => session.gone.aborted)).toEqual([false]);
  expect((await finished(await begin([task('a')]))).status).toBe('completed');
  await engine.runs.resume(organizationId, run.runId);
  const ended = await finished(run);
  expect(ended.status).toBe('completed');
  expect(browser.sessions).toHaveLength(1);
});

it('the finally block may ask, and the run ends after its answer', async () => {
  const { engine, organizationId, begin, paused, get, finished } = await scene({}, { A: ['fail'] });
  const run = await begin([task('A'), ask()], { finally_block_label: 'ask' });
  await paused(run);
  expect((await get(run)).status).toBe('paused');
  await engine.runs.resume(organizationId, run.runId);
  const ended = await finished(run);
  expect(ended.status).toBe('failed');
  expect(outputOf(ended, 'ask')).toEqual({ success: true });
});

it('a loop may ask in each of its iterations', async () => {
  const { engine, organizationId, begin, until, finished, mailer } = await scene();
  const loop = {
    block_type: 'for_loop',
    label: 'each',
    loop_variable_reference: '{{ [1, 2] }}',
    loop_blocks: [ask({ subject: 'Item {{ current_value }}' })],
  };
  const run = await begin([loop]);
  for (const answer of ['approve', 'reject'] as const) {
    let seen = 0;
    await until(run, (event) => {
      seen += event.type === 'block-pause' ? 1 : 0;
      return seen === (answer === 'approve' ? 1 : 2);
    });
    await engine.runs.resume(organizationId, run.runId, { outcome: answer });
  }
  expect((await finished(run)).status).toBe('terminated');
  expect(mailer.mails.map((mail) => [mail.key, mail.message.subject])).toEqual([
    [`${run.runId}/each/0/ask/1`, 'Item 1'],
    [`${run.runId}/each/1/ask/1`, 'Item 2'],
  ]);
});
