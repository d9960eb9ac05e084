import { RunwrightError } from '@runwright/contract';
import { CORE_SCHEMA, load, YAMLException } from 'js-yaml';

/**
 * Reads a definition's text: JSON, or YAML 1.2 in its core schema (no custom tags, at most 100 aliases).
 *
 * @throws RunwrightError `invalid_input` whose one problem names line and column, both counted from 1.
 */
export function readSource(text: string): unknown {
  try {
    return load(text, { schema: CORE_SCHEMA, maxAliases: 100 });
  } catch (cause) {
    throw unreadable(cause);
  }
}

function unreadable(cause: unknown): RunwrightError {
  const mark = cause instanceof YAMLException ? cause.mark : undefined;
  const place = mark ? ` at line ${mark.line + 1}, column ${mark.column + 1}` : '';
  const reason = cause instanceof YAMLException ? cause.reason : String(cause);
  const message = `the text is neither JSON nor YAML: ${reason}${place}`;
  return new RunwrightError('invalid_input', `A definition in YAML or JSON was wanted, but ${message}.`, {
    cause,
    details: { problems: [{ path: [], type: 'value_error', message: `Value error, ${message}` }] },
  });
}
