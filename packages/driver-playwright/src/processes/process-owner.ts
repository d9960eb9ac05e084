import { processStartTime } from './process-table.ts';

/** A process that something belongs to. */
export interface ProcessOwner {
  readonly pid: number;
  /** Tells it from a later process with the same number. */
  readonly startedAt: string | null;
}

/** This process as an owner. */
export async function thisProcess(): Promise<ProcessOwner> {
  return { pid: process.pid, startedAt: await processStartTime(process.pid) };
}

/** Returns true when the owner still runs. */
export async function isRunning({ pid, startedAt }: ProcessOwner): Promise<boolean> {
  return startedAt !== null && (await processStartTime(pid)) === startedAt;
}

/** The owner that a file names, with what else stands there as text; null when it names none. */
export function parseOwner(text: string): (ProcessOwner & Readonly<Record<string, string>>) | null {
  try {
    const { pid, startedAt, ...rest }: { pid?: unknown; startedAt?: unknown } = JSON.parse(text);
    if (typeof pid !== 'number' || typeof startedAt !== 'string') return null;
    const texts = Object.entries(rest).filter(([, value]) => typeof value === 'string');
    return { ...Object.fromEntries(texts), pid, startedAt } as ProcessOwner &
      Readonly<Record<string, string>>;
  } catch {
    return null;
  }
}
