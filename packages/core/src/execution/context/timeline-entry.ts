import type { TimelineEntry } from '@runwright/contract';
import type { MakeId } from '../../runtime/ids.ts';

/** Returns the entry without an id of its own, which is the id of the event. */
export function withoutThoughtId(entry: TimelineEntry): TimelineEntry {
  if (entry.type !== 'thought') return entry;
  const { thoughtId: _id, ...thought } = entry;
  return thought;
}

/**
 * Returns what an agent says that it has done, when its end of a task was accepted; null for every other entry.
 *
 * @param subtaskSteps ids of steps of subtasks, whose end is not that of the task
 */
export function summaryOfEntry(entry: TimelineEntry, subtaskSteps: ReadonlySet<string>): string | null {
  if (entry.type !== 'action' || entry.status !== 'completed' || entry.action.action_type !== 'complete')
    return null;
  if (entry.stepId !== null && subtaskSteps.has(entry.stepId)) return null;
  return typeof entry.action.summary === 'string' ? entry.action.summary : null;
}

/** Returns the id of the event of an entry: that of the step, subtask or thought which it names, else a new one. */
export function eventIdOf(entry: TimelineEntry, makeId: MakeId): string {
  switch (entry.type) {
    case 'step-start':
      return makeId('stp');
    case 'step-end':
      return entry.stepId;
    case 'subtask-start':
      return makeId('wrb');
    case 'subtask-end':
      return entry.subtaskId;
    case 'action':
      return makeId('act');
    case 'thought':
      return entry.thoughtId ?? makeId('th');
    default:
      return makeId('ev');
  }
}
