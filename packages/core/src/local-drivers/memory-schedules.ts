import { type DueTime, RunwrightError, type Schedule, type Store } from '@runwright/contract';
import { byTime, newestFirst } from './compare-rows.ts';
import { copyFrozen } from './copy-frozen.ts';
import { cutPage } from './cut-page.ts';

/** Schedules by their id. */
export type ScheduleRows = Map<string, Schedule>;

/** Returns whether a due time is not taken. */
export function isDue(rows: ScheduleRows, { scheduleId, dueAt }: DueTime): boolean {
  return rows.get(scheduleId)?.nextRunAt === dueAt;
}

/** Moves a schedule on to its next due time. */
export function moveOn(
  rows: ScheduleRows,
  { scheduleId, nextRunAt }: DueTime,
  result: Partial<Pick<Schedule, 'lastRunId' | 'lastRunAt' | 'lastError'>>,
): void {
  const row = rows.get(scheduleId);
  if (row) rows.set(scheduleId, Object.freeze({ ...row, ...result, nextRunAt }));
}

/** The schedule calls of the memory store. */
export function memorySchedules(rows: ScheduleRows): Store['schedules'] {
  const find = (organizationId: string, scheduleId: string): Schedule | null => {
    const row = rows.get(scheduleId);
    return row?.organizationId === organizationId ? row : null;
  };
  return {
    async add(schedule) {
      if (rows.has(schedule.scheduleId)) {
        throw new RunwrightError(
          'conflict',
          `Cannot add schedule \`${schedule.scheduleId}\`: it exists. Make a new id.`,
        );
      }
      rows.set(schedule.scheduleId, copyFrozen(schedule));
    },
    async get(organizationId, scheduleId) {
      return find(organizationId, scheduleId);
    },
    async change(organizationId, scheduleId, patch) {
      const row = find(organizationId, scheduleId);
      if (row === null) return null;
      const changed = copyFrozen({ ...row, ...patch });
      rows.set(scheduleId, changed);
      return changed;
    },
    async list({ organizationId, workflowPermanentId, ...page }) {
      const found = [...rows.values()]
        .filter((row) => row.organizationId === organizationId)
        .filter(
          (row) => workflowPermanentId === undefined || row.workflowPermanentId === workflowPermanentId,
        );
      return cutPage(found.sort(newest), page);
    },
    async delete(organizationId, scheduleId) {
      return find(organizationId, scheduleId) !== null && rows.delete(scheduleId);
    },
    async due({ now, limit }) {
      const due = [...rows.values()].filter((row) => row.nextRunAt !== null && row.nextRunAt <= now);
      return due.sort(byDueTime).slice(0, limit);
    },
    async nextDueAt() {
      const times = [...rows.values()].flatMap(({ nextRunAt }) => (nextRunAt === null ? [] : [nextRunAt]));
      return times.length === 0 ? null : Math.min(...times);
    },
    async moveOn(dueTime, { error }) {
      if (!isDue(rows, dueTime)) return false;
      moveOn(rows, dueTime, { lastError: error });
      return true;
    },
  };
}

const scheduleId = (row: Schedule): string => row.scheduleId;
const newest = newestFirst((row: Schedule) => row.createdAt, scheduleId);
const byDueTime = byTime((row: Schedule) => row.nextRunAt ?? 0, scheduleId);
