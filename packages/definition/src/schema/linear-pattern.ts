import { RE2JS, RE2JSException } from 're2js';
import { spendSteps, WorkLimitError } from './work-budget.ts';

/** A regular expression whose matching takes time in proportion to the length of the text. */
export interface LinearPattern {
  test(text: string): boolean;
  /** A text that is the same for the same pattern. */
  toString(): string;
}

/** Limits of one regular expression that a user writes. */
export const patternLimits = {
  /** Characters of the pattern. */
  characters: 1000,
  /** Instructions that it compiles to: a repetition counts as often as it may repeat. */
  instructions: 1000,
  /** Instructions times characters of one text that it is compared with: 2,000,000 is about half a second at worst. */
  work: 2_000_000,
} as const;

/**
 * Compiles a regular expression of JSON Schema (ECMAScript with the flag `u`) for RE2, which does not backtrack.
 *
 * @throws Error for one that is not valid, that is too large, or that RE2 cannot express: look-ahead, look-behind,
 *   back-references. The message is a clause that names the pattern.
 */
export function linearPattern(source: string, flags: { readonly ignoreCase?: boolean } = {}): LinearPattern {
  const shown = `\`${source.slice(0, 80)}${source.length > 80 ? '…' : ''}\``;
  if (source.length > patternLimits.characters) {
    throw new Error(
      `the pattern ${shown} has ${source.length} characters, at most ${patternLimits.characters}`,
    );
  }
  const compiled = compile(source, shown, flags.ignoreCase === true);
  const size = compiled.programSize();
  if (size > patternLimits.instructions) throw new Error(tooManyRepetitions(shown));
  spendSteps(size * stepsToCompile);
  return {
    test(text) {
      if (text.length * size > patternLimits.work) {
        const most = Math.floor(patternLimits.work / size);
        throw new WorkLimitError(
          `a text of ${text.length} characters is too long for the pattern ${shown}, which is compared with at most ${most}`,
        );
      }
      spendSteps(1 + text.length * stepsPerCharacter + size);
      return compiled.test(text);
    },
    // The schema compiler tells patterns apart by their text.
    toString: () => `${source}/${JSON.stringify(flags)}`,
  };
}

/** An instruction takes about 10 µs to compile. */
const stepsToCompile = 100;
/** Common patterns take about 10 ns for a character; costly ones are bounded by `patternLimits.work`. */
const stepsPerCharacter = 0.1;

function compile(source: string, shown: string, ignoreCase: boolean): RE2JS {
  try {
    // Only the syntax is read here; nothing is matched with it.
    new RegExp(source, 'u');
  } catch (cause) {
    throw new Error(`the pattern ${shown} is not a valid regular expression`, { cause });
  }
  try {
    return RE2JS.compile(RE2JS.translateRegExp(asRe2(source)), ignoreCase ? RE2JS.CASE_INSENSITIVE : 0);
  } catch (cause) {
    if (!(cause instanceof RE2JSException)) throw cause;
    if (/repeat|too large/.test(cause.message)) throw new Error(tooManyRepetitions(shown), { cause });
    throw new Error(
      `the pattern ${shown} is not supported (${cause.message.replace(/^error parsing regexp: /, '')}): patterns run in RE2, which has no look-ahead, look-behind and back-references`,
      { cause },
    );
  }
}

function tooManyRepetitions(shown: string): string {
  return `the pattern ${shown} is too large: its repetitions may count to ${patternLimits.instructions} altogether`;
}

const space =
  '\\t-\\r \\xa0\\x{1680}\\x{2000}-\\x{200a}\\x{2028}\\x{2029}\\x{202f}\\x{205f}\\x{3000}\\x{feff}';
const notSpace =
  '\\x00-\\x08\\x0e-\\x1f!-\\x{9f}\\x{a1}-\\x{167f}\\x{1681}-\\x{1fff}\\x{200b}-\\x{2027}\\x{202a}-\\x{202e}' +
  '\\x{2030}-\\x{205e}\\x{2060}-\\x{2fff}\\x{3001}-\\x{fefe}\\x{ff00}-\\x{10ffff}';

/** Syntax that ECMAScript and RE2 share with different meanings: `\s`, `\S` and `.` differ beyond ASCII. */
function asRe2(source: string): string {
  let isInClass = false;
  return source.replace(/\\[\s\S]|[[\].]/gu, (part) => {
    if (part === '\\s') return isInClass ? space : `[${space}]`;
    if (part === '\\S') return isInClass ? notSpace : `[${notSpace}]`;
    if (part === '[' && !isInClass) isInClass = true;
    else if (part === ']') isInClass = false;
    else if (part === '.' && !isInClass) return '[^\\n\\r\\x{2028}\\x{2029}]';
    return part;
  });
}
