import { isChangedNumber, RunwrightError } from '@runwright/contract';
import { CORE_SCHEMA, floatCoreTag, intCoreTag, load, YAMLException } from 'js-yaml';
import { isStackOverflow } from '../schema/work-budget.ts';
import { type DefinitionLimits, textSizeProblem } from './definition-size.ts';

/** The core schema, in which a number that a JavaScript number cannot hold is the text that is written. */
const schema = CORE_SCHEMA.withTags(
  [intCoreTag, floatCoreTag].map((tag) => ({
    ...tag,
    resolve(source: string, ...rest: [boolean, string]) {
      const value = tag.resolve(source, ...rest);
      return typeof value === 'number' && isChangedNumber(source) ? source : value;
    },
  })),
);

/**
 * Reads a definition's text: JSON, or YAML 1.2 in its core schema (no custom tags, at most 100 aliases). A number that would change, such
 * as a whole number beyond 2^53, is read as a text. A text of more
 * bytes than `limits` (default: those of an engine) is not read.
 *
 * @throws RunwrightError `invalid_input` whose one problem names line and column, both counted from 1.
 */
export function readSource(text: string, limits?: DefinitionLimits): unknown {
  const tooLong = textSizeProblem(text, limits);
  if (tooLong)
    throw new RunwrightError('invalid_input', `${tooLong.message}.`, { details: { problems: [tooLong] } });
  try {
    return load(text, { schema, maxAliases: 100 });
  } catch (cause) {
    throw unreadable(cause);
  }
}

function unreadable(cause: unknown): RunwrightError {
  const mark = cause instanceof YAMLException ? cause.mark : undefined;
  const place = mark ? ` at line ${mark.line + 1}, column ${mark.column + 1}` : '';
  const reason = shortened(cause instanceof YAMLException ? cause.reason : String(cause));
  const message = isStackOverflow(cause)
    ? 'the text is nested too deep to be read; write it flatter'
    : `the text is neither JSON nor YAML: ${reason}${place}`;
  return new RunwrightError('invalid_input', `Cannot read the definition: ${message}.`, {
    cause,
    details: {
      problems: [{ path: [], type: 'value_error', message: `Value error, ${message}` }],
      ...(mark ? { line: mark.line + 1, column: mark.column + 1 } : {}),
    },
  });
}

/** A reason may quote the text, such as a tag of any length. */
function shortened(reason: string): string {
  return reason.length <= mostReason ? reason : `${reason.slice(0, mostReason)}…`;
}

const mostReason = 300;
