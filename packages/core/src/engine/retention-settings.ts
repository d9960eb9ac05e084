import { RunwrightError } from '@runwright/contract';
import type { RetentionSettings } from '../api/engine-options.ts';

/** Adds the defaults. Throws `invalid_input` for days that are no number above 0, because 0 would delete each run at once. */
export function retentionFrom(given: RetentionSettings): Required<RetentionSettings> {
  const { days = null, archive = null } = given;
  if (days === null || (typeof days === 'number' && days > 0)) return { days, archive };
  throw new RunwrightError(
    'invalid_input',
    `\`settings.retention.days\` has to be a number above 0, not \`${days}\`. Correct it, or leave it out to keep runs for ever.`,
  );
}
