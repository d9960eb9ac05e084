import type { TimelineEntry } from '@runwright/contract';

/** Returns the entry without an id of its own, which is the id of the event. */
export function withoutThoughtId(entry: TimelineEntry): TimelineEntry {
  if (entry.type !== 'thought') return entry;
  const { thoughtId: _id, ...thought } = entry;
  return thought;
}

/** Returns what an agent says that it has done, when its end of a task was accepted; null for every other entry. */
export function summaryOfEntry(entry: TimelineEntry): string | null {
  if (entry.type !== 'action' || entry.status !== 'completed' || entry.action.action_type !== 'complete')
    return null;
  return typeof entry.action.summary === 'string' ? entry.action.summary : null;
}
