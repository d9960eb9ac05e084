import type { Finding } from '../commands/doctor.ts';
import type { Environment } from '../environment.ts';
import { describeUnknownVariable } from '../unknown-variables.ts';

/** Checks that no variable is a misspelt setting; others with the prefix of settings are shown, and may belong to another program. */
export function checkSettings({ unknownVariables }: Pick<Environment, 'unknownVariables'>): Finding {
  if (unknownVariables.length === 0) return { ok: true, found: 'every variable is known' };
  const found = unknownVariables.map(describeUnknownVariable).join(' ');
  if (unknownVariables.every(({ meant }) => meant === null)) return { ok: true, found };
  const fix = 'correct the names (https://github.com/runwright/runwright/blob/main/docs/settings.md)';
  return { ok: false, found, fix };
}
