import { secretVariablePrefix } from '@runwright/core';
import { misspeltKey } from '@runwright/definition';
import type { Variables } from './user-settings.ts';

/** Beginning of the names of the settings. */
const prefix = 'RUNWRIGHT_';

/** Variables that programs beside the service read: those that use its client, and the scripts and tests of this repository. */
const variablesOfOthers = /^RUNWRIGHT_(?:URL|DOCS_BASE|PREPACK|RECORD_API|TEST_[A-Z]+)$/;

/** A variable that is named like a setting and that nothing reads. */
export interface UnknownVariable {
  readonly name: string;
  /** The setting that was most likely meant; null when none resembles it. */
  readonly meant: string | null;
}

/**
 * Lists the variables that have the name of no setting, although they begin like one or differ from one by a slip.
 *
 * @param known names of all variables that are read
 */
export function findUnknownVariables(
  variables: Variables,
  known: ReadonlySet<string>,
): readonly UnknownVariable[] {
  const settings = [...known].filter((name) => name.startsWith(prefix));
  return Object.entries(variables).flatMap(([name, value]) => {
    const isRead = known.has(name) || name.startsWith(secretVariablePrefix) || variablesOfOthers.test(name);
    if (isRead || !value?.trim()) return [];
    const meant = misspeltKey(name, settings);
    return meant !== null || name.startsWith(prefix) ? [{ name, meant }] : [];
  });
}

/** Prints a warning for each variable that has no effect. */
export function warnOfUnknownVariables(variables: readonly UnknownVariable[]): void {
  for (const variable of variables) console.error(`Warning: ${describeUnknownVariable(variable)}`);
}

/** Says in one sentence that a variable has no effect, and what was meant. */
export function describeUnknownVariable({ name, meant }: UnknownVariable): string {
  const remedy = meant === null ? 'Correct or remove it.' : `Did you mean \`${meant}\`?`;
  return `No setting is called \`${name}\`, so it has no effect. ${remedy}`;
}
