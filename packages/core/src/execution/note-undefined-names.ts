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
  scope: Pick<RunScope, 'run' | 'clock' | 'makeId' | 'journal' | 'runSecrets' | 'notedNames'>,
  attempt: Attempt,
  fields: readonly UndefinedField[],
): void {
  if (fields.length === 0) return;
  const known = scope.journal.run().warnings;
  if (known.length >= maxWarnings) return;
  // Warnings come from earlier workers too, and are masked.
  const isKnown = (start: string) => {
    const shown = scope.runSecrets.mask(start);
    return scope.notedNames.has(start) || known.some(({ message }) => message.startsWith(shown));
  };
  const found = fields
    .map((field) => ({
      ...field,
      names: field.names.filter((name) => !isKnown(formatStart(attempt.label, field, name))),
    }))
    .filter(({ names }) => names.length > 0);
  if (found.length === 0) return;
  for (const field of found) {
    for (const name of field.names) scope.notedNames.add(formatStart(attempt.label, field, name));
  }
  const warnings = scope.runSecrets.mask(found.flatMap((field) => createWarnings(attempt.label, field)));
  scope.journal.defer({
    entries: found.map((field) =>
      eventEntry({
        ...eventPlace(scope, scope.makeId('ev'), attempt),
        type: 'progress',
        ...scope.runSecrets.mask({ message: formatSentence(attempt.label, field), data: createData(field) }),
      }),
    ),
    patch: (run) => ({ warnings: mergeWarnings(run.warnings, warnings) }),
  });
}

/** Another iteration may have recorded the same meanwhile. */
function mergeWarnings(
  before: readonly StartWarning[],
  added: readonly StartWarning[],
): readonly StartWarning[] {
  const messages = new Set(before.map(({ message }) => message));
  return [...before, ...added.filter(({ message }) => !messages.has(message))].slice(0, maxWarnings);
}

function createWarnings(label: string, field: UndefinedField): readonly StartWarning[] {
  const { source, names } = field;
  const shown = source.length > maxShown ? `${source.slice(0, maxShown)}…` : source;
  return names.map((name) => ({
    code: 'undefined_name',
    message: `${formatStart(label, field, name)} has no value and counts as nothing.${formatHint([name])} Expression: \`${shown}\``,
    path: [label, ...field.path.map(String)],
    suggestion: name.suggestion,
  }));
}

function formatStart(label: string, { path }: UndefinedField, { text }: UndefinedName): string {
  return `\`${text}\` in \`${pathText(path)}\` of block \`${label}\``;
}

function formatSentence(label: string, { path, names }: UndefinedField): string {
  const verb = names.length === 1 ? 'has no value and counts' : 'have no value and count';
  const listed = listNames(names.map(({ text }) => text));
  return `In \`${pathText(path)}\` of block \`${label}\`, ${listed} ${verb} as nothing.${formatHint(names)}`;
}

function formatHint(names: readonly UndefinedName[]): string {
  const meant = [...new Set(names.flatMap(({ suggestion }) => suggestion ?? []))];
  return meant.length === 0 ? '' : ` Did you mean ${listNames(meant)}?`;
}

function createData({ names }: UndefinedField) {
  return { undefined_names: names.map(({ text }) => text) };
}
