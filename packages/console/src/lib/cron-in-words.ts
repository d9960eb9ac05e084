import { toString as describe } from 'cronstrue';

/** Returns a cron expression in words, such as `At 09:00, Monday through Friday`; null when it cannot be read. */
export function cronInWords(cron: string): string | null {
  try {
    return describe(cron, { use24HourTimeFormat: true });
  } catch {
    // `cronstrue` throws texts. The service tells what is wrong with the expression.
    return null;
  }
}
