import { startOf } from './process-table.ts';

/** A process that something belongs to. */
export interface Owner {
  readonly pid: number;
  /** Tells it from a later process with the same number. */
  readonly startedAt: string | null;
}

/** This process as an owner. */
export async function thisProcess(): Promise<Owner> {
  return { pid: process.pid, startedAt: await startOf(process.pid) };
}

/** Whether the owner still runs. */
export async function isRunning({ pid, startedAt }: Owner): Promise<boolean> {
  return startedAt !== null && (await startOf(pid)) === startedAt;
}

/** The owner that a file names, with what else stands there as text; null when it names none. */
export function ownerIn(text: string): (Owner & Readonly<Record<string, string>>) | null {
  try {
    const { pid, startedAt, ...rest }: { pid?: unknown; startedAt?: unknown } = JSON.parse(text);
    if (typeof pid !== 'number' || typeof startedAt !== 'string') return null;
    const texts = Object.entries(rest).filter(([, value]) => typeof value === 'string');
    return { ...Object.fromEntries(texts), pid, startedAt } as Owner & Readonly<Record<string, string>>;
  } catch {
    return null;
  }
}
