import type { Attempt, StartWarning } from '@runwright/contract';
import { listNames, pathText, type UndefinedField, type UndefinedName } from '@runwright/definition';
import { eventPlace } from '../journal/event-place.ts';
import { eventEntry } from '../journal/journal.ts';
import type { RunScope } from './context/run-scope.ts';

/** Warnings that one run keeps. */
const maxWarnings = 100;
/** Characters of an expression that are shown. */
const maxShown = 200;

/**
 * Records with the next commit names in templates of a block that have no value: as warnings of the run, and on the timeline. Each name of a
 * field is recorded once, however often its block is executed.
 */
export function noteUndefinedNames(
  scope: Pick<RunScope, 'run' | 'clock' | 'makeId' | 'journal' | 'runSecrets'>,
  attempt: Attempt,
  fields: readonly UndefinedField[],
): void {
  if (fields.length === 0) return;
  const known = scope.journal.run().warnings;
  if (known.length >= maxWarnings) return;
  const isKnown = (start: string) => known.some(({ message }) => message.startsWith(start));
  const found = fields
    .map((field) => ({
      ...field,
      names: field.names.filter((name) => !isKnown(startOf(attempt.label, field, name))),
    }))
    .filter(({ names }) => names.length > 0);
  if (found.length === 0) return;
  const warnings = scope.runSecrets.mask(found.flatMap((field) => warningsOf(attempt.label, field)));
  scope.journal.defer({
    entries: found.map((field) =>
      eventEntry({
        ...eventPlace(scope, scope.makeId('ev'), attempt),
        type: 'progress',
        ...scope.runSecrets.mask({ message: sentenceOf(attempt.label, field), data: dataOf(field) }),
      }),
    ),
    patch: (run) => ({ warnings: merged(run.warnings, warnings) }),
  });
}

/** Another iteration may have recorded the same meanwhile. */
function merged(before: readonly StartWarning[], added: readonly StartWarning[]): readonly StartWarning[] {
  const messages = new Set(before.map(({ message }) => message));
  return [...before, ...added.filter(({ message }) => !messages.has(message))].slice(0, maxWarnings);
}

function warningsOf(label: string, field: UndefinedField): readonly StartWarning[] {
  const { source, names } = field;
  const shown = source.length > maxShown ? `${source.slice(0, maxShown)}…` : source;
  return names.map((name) => ({
    code: 'undefined_name',
    message: `${startOf(label, field, name)} has no value and counts as nothing.${hintAt([name])} Expression: \`${shown}\``,
    path: [label, ...field.path.map(String)],
    suggestion: name.suggestion,
  }));
}

function startOf(label: string, { path }: UndefinedField, { text }: UndefinedName): string {
  return `\`${text}\` in \`${pathText(path)}\` of block \`${label}\``;
}

function sentenceOf(label: string, { path, names }: UndefinedField): string {
  const verb = names.length === 1 ? 'has no value and counts' : 'have no value and count';
  const listed = listNames(names.map(({ text }) => text));
  return `In \`${pathText(path)}\` of block \`${label}\`, ${listed} ${verb} as nothing.${hintAt(names)}`;
}

function hintAt(names: readonly UndefinedName[]): string {
  const meant = [...new Set(names.flatMap(({ suggestion }) => suggestion ?? []))];
  return meant.length === 0 ? '' : ` Did you mean ${listNames(meant)}?`;
}

function dataOf({ names }: UndefinedField) {
  return { undefined_names: names.map(({ text }) => text) };
}
