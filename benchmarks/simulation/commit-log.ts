import type { Scheduler } from './scheduler.ts';

/** Write-ahead log with group commit: one write at a time, which takes with it all commits that wait when it begins. */
export interface CommitLog {
  /** Calls back when these bytes are on the disk. */
  commit(bytes: number, done: () => void): void;
  /** Bytes that were written since the count began. */
  readonly bytes: number;
  /** Begins to count anew. */
  restart(): void;
}

/** Makes a log. `writeSeconds`: time of a write without bytes. */
export function createCommitLog(
  scheduler: Scheduler,
  { writeSeconds, bytesPerSecond }: { readonly writeSeconds: number; readonly bytesPerSecond: number },
): CommitLog {
  let waiting: (() => void)[] = [];
  let waitingBytes = 0;
  let isWriting = false;
  let written = 0;

  const write = (): void => {
    const group = waiting;
    const bytes = waitingBytes;
    waiting = [];
    waitingBytes = 0;
    isWriting = true;
    scheduler.after(writeSeconds + bytes / bytesPerSecond, () => {
      isWriting = false;
      written += bytes;
      for (const done of group) done();
      if (waiting.length > 0 && !isWriting) write();
    });
  };

  return {
    get bytes() {
      return written;
    },
    restart() {
      written = 0;
    },
    commit(bytes, done) {
      waiting.push(done);
      waitingBytes += bytes;
      if (!isWriting) write();
    },
  };
}
