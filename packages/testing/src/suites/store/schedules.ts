import type { Schedule, ScheduleQuery, Store } from '@runwright/contract';
import { expect, it } from 'vitest';
import { expectError } from '../expect-error.ts';
import { openEachTest } from '../open-each-test.ts';
import { acme, rival, runDraft, workflowVersion } from './rows.ts';

function scheduleRow(scheduleId: string, members: Partial<Schedule> = {}): Schedule {
  return {
    scheduleId,
    organizationId: acme,
    workflowPermanentId: 'wpid_1',
    name: null,
    cron: '0 9 * * *',
    timezone: 'Europe/Berlin',
    parameters: { city: 'Zürich' },
    runOptions: { title: 'Daily' },
    enabled: true,
    startingDeadlineSeconds: null,
    apiKeyId: 'key_1',
    nextRunAt: 100,
    lastRunId: null,
    lastRunAt: null,
    lastError: null,
    createdAt: 1000,
    modifiedAt: 1000,
    ...members,
  };
}

const dueTime = { scheduleId: 'sch_1', dueAt: 100, nextRunAt: 200 };

/** Schedules, and the runs of their due times. */
export function testSchedules(open: () => Promise<Store>): void {
  const store = openEachTest(open);
  const add = async (...rows: readonly Schedule[]) => {
    for (const row of rows) await store().schedules.add(row);
  };
  const create = (runId: string) => store().runs.create(runDraft(runId), [], undefined, { dueTime });

  it('a schedule is added once, and read and deleted by its organization alone', async () => {
    await add(scheduleRow('sch_1', { enabled: false, nextRunAt: null }));
    await expectError(store().schedules.add(scheduleRow('sch_1')), 'conflict');
    const row = scheduleRow('sch_1', { enabled: false, nextRunAt: null });
    expect(await store().schedules.get(acme, 'sch_1')).toEqual(row);
    expect(await store().schedules.get(rival, 'sch_1')).toBeNull();
    expect(await store().schedules.delete(rival, 'sch_1')).toBe(false);
    expect(await store().schedules.delete(acme, 'sch_1')).toBe(true);
    expect(await store().schedules.delete(acme, 'sch_1')).toBe(false);
  });

  it('a change replaces what it names', async () => {
    await add(scheduleRow('sch_1'));
    const patch = {
      cron: '* * * * *',
      enabled: false,
      startingDeadlineSeconds: 90,
      nextRunAt: null,
      modifiedAt: 2000,
    };
    expect(await store().schedules.change(rival, 'sch_1', patch)).toBeNull();
    const changed = scheduleRow('sch_1', patch);
    expect(await store().schedules.change(acme, 'sch_1', patch)).toEqual(changed);
    expect(await store().schedules.get(acme, 'sch_1')).toEqual(changed);
  });

  it('schedules are listed newest first, in pages, by workflow', async () => {
    await add(
      scheduleRow('sch_1', { createdAt: 1 }),
      scheduleRow('sch_2', { createdAt: 2, workflowPermanentId: 'wpid_2' }),
      scheduleRow('sch_3', { createdAt: 2 }),
      scheduleRow('sch_4', { organizationId: rival }),
    );
    const list = async (query: Partial<ScheduleQuery> = {}) => {
      const found = await store().schedules.list({ organizationId: acme, page: 1, pageSize: 10, ...query });
      return [...found.items.map((row) => row.scheduleId), found.next];
    };
    expect(await list()).toEqual(['sch_3', 'sch_2', 'sch_1', null]);
    expect(await list({ pageSize: 2 })).toEqual(['sch_3', 'sch_2', '2']);
    expect(await list({ workflowPermanentId: 'wpid_1' })).toEqual(['sch_3', 'sch_1', null]);
  });

  it('what is due is read oldest first, of all organizations', async () => {
    expect(await store().schedules.nextDueAt()).toBeNull();
    await add(
      scheduleRow('sch_1', { nextRunAt: 300 }),
      scheduleRow('sch_2', { nextRunAt: 200, organizationId: rival }),
      scheduleRow('sch_3', { nextRunAt: 200 }),
      scheduleRow('sch_4', { nextRunAt: null, enabled: false }),
      scheduleRow('sch_5', { nextRunAt: 301 }),
    );
    const due = await store().schedules.due({ now: 300, limit: 10 });
    expect(due.map((row) => row.scheduleId)).toEqual(['sch_2', 'sch_3', 'sch_1']);
    expect(await store().schedules.due({ now: 300, limit: 1 })).toHaveLength(1);
    expect(await store().schedules.nextDueAt()).toBe(200);
  });

  it('of many starts for one due time, one makes a run, and the schedule moves on', async () => {
    await add(scheduleRow('sch_1', { lastError: 'refused before' }));
    const ids = Array.from({ length: 20 }, (_, index) => `wr_${index}`);
    const results = await Promise.allSettled(ids.map(create));
    const made = ids.filter((_, index) => results[index]?.status === 'fulfilled');
    expect(made).toHaveLength(1);
    expect((await store().runs.list({ organizationId: acme, page: 1, pageSize: 50 })).items).toHaveLength(1);
    expect(await store().schedules.get(acme, 'sch_1')).toEqual(
      scheduleRow('sch_1', { nextRunAt: 200, lastRunId: made[0] ?? '', lastRunAt: 1000 }),
    );
  });

  it('a due time that a change has removed makes no run', async () => {
    await add(scheduleRow('sch_1'));
    await store().schedules.change(acme, 'sch_1', { nextRunAt: 150, modifiedAt: 2 });
    await expectError(create('wr_1'), 'conflict');
    await store().schedules.delete(acme, 'sch_1');
    await expectError(create('wr_1'), 'conflict');
    expect(await store().runs.find('wr_1')).toBeNull();
  });

  it('a due time is taken only with its run', async () => {
    await add(scheduleRow('sch_1'));
    await store().runs.create(runDraft('wr_1'), []);
    await expectError(create('wr_1'), 'conflict');
    expect(await store().schedules.get(acme, 'sch_1')).toEqual(scheduleRow('sch_1'));
  });

  it('a schedule moves on from a due time once, with the reason', async () => {
    await add(scheduleRow('sch_1', { lastRunId: 'wr_1', lastRunAt: 5 }));
    expect(await store().schedules.moveOn(dueTime, { error: 'refused' })).toBe(true);
    expect(await store().schedules.moveOn(dueTime, { error: 'too late' })).toBe(false);
    await expectError(create('wr_2'), 'conflict');
    expect(await store().schedules.get(acme, 'sch_1')).toEqual(
      scheduleRow('sch_1', { nextRunAt: 200, lastRunId: 'wr_1', lastRunAt: 5, lastError: 'refused' }),
    );
  });

  it('the schedules of a workflow are deleted with it', async () => {
    await store().workflows.add(workflowVersion(1));
    await add(
      scheduleRow('sch_1'),
      scheduleRow('sch_2', { workflowPermanentId: 'wpid_2' }),
      scheduleRow('sch_3', { organizationId: rival }),
    );
    await store().workflows.delete(acme, ['wpid_1'], { now: 1 });
    expect(await store().schedules.get(acme, 'sch_1')).toBeNull();
    expect(await store().schedules.get(acme, 'sch_2')).not.toBeNull();
    expect(await store().schedules.get(rival, 'sch_3')).not.toBeNull();
  });
}
