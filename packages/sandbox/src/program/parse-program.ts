import { parse } from 'acorn';
import { looksLikePython } from './looks-like-python.ts';
import type { ProgramLanguage } from './program.ts';
import { programHead, strictDirective } from './stack-position.ts';
import { readWithin, stripTypes } from './strip-types.ts';

/** Syntax error of a program. */
export interface SyntaxFault {
  /** A sentence with the place, and with a hint when the text is in another language. */
  readonly message: string;
  /** From 1; null when it is not known. */
  readonly line: number | null;
  readonly column: number | null;
}

/** The text to be interpreted, or why there is none. */
export type ParsedProgram =
  | { readonly ok: true; readonly code: string }
  | { readonly ok: false; readonly fault: SyntaxFault };

/** Characters of a program at most. */
const maximumLength = 1024 * 1024;
/**
 * Characters of JavaScript that are read at once: the time grows with the square of the declarations, and takes 10 s for 500 kB of
 * them.
 */
export const maxReadAtOnce = 8000;

const tail = '\n})';

/** Parses a program and wraps it into an async function. A program in TypeScript may take long, see {@link stripTypes}. */
export function parseProgram(source: string, language: ProgramLanguage): ParsedProgram {
  return parseOrFault(source, () => wrapInFunction(language === 'typescript' ? stripTypes(source) : source));
}

/**
 * Checks the syntax of a program without executing it; returns null when it parses. A program in TypeScript, or a long one, that cannot be
 * read within the budget of `readWithin` is not judged here, but when it runs.
 */
export function checkProgram(program: {
  readonly source: string;
  readonly language?: ProgramLanguage;
}): SyntaxFault | null {
  const { source, language = 'javascript' } = program;
  const read = parseOrFault(source, () => {
    if (isReadAtOnce(source, language)) return wrapInFunction(source);
    return readWithin(() => wrapInFunction(language === 'typescript' ? stripTypes(source) : source)) ?? '';
  });
  return read.ok ? null : read.fault;
}

/**
 * Returns the names of the functions that a program declares at its top level; none for one that does not parse, or that
 * cannot be read within the budget of `readWithin`.
 */
export function declaredFunctions(program: {
  readonly source: string;
  readonly language?: ProgramLanguage;
}): readonly string[] {
  const { source, language = 'javascript' } = program;
  const names: string[] = [];
  parseOrFault(source, () => {
    const read = () => parse(language === 'typescript' ? stripTypes(source) : source, scriptOptions).body;
    for (const statement of (isReadAtOnce(source, language) ? read() : readWithin(read)) ?? []) {
      if (statement.type === 'FunctionDeclaration' && !statement.generator) names.push(statement.id.name);
    }
    return '';
  });
  return names;
}

/** Checks the syntax of a file that other files may import: a program, or a module of JavaScript. */
export function checkModule(file: {
  readonly source: string;
  readonly language?: ProgramLanguage;
}): SyntaxFault | null {
  const { source, language = 'javascript' } = file;
  const fault = checkProgram(file);
  if (fault === null) return null;
  const read = parseOrFault(source, () => {
    const readModule = () =>
      parse(language === 'typescript' ? stripTypes(source) : source, {
        ecmaVersion: 2025,
        sourceType: 'module',
      });
    if (isReadAtOnce(source, language)) readModule();
    else readWithin(readModule);
    return '';
  });
  return read.ok ? null : fault;
}

function isReadAtOnce(source: string, language: ProgramLanguage): boolean {
  return language === 'javascript' && source.length <= maxReadAtOnce;
}

const scriptOptions = {
  ecmaVersion: 2025,
  sourceType: 'script',
  allowAwaitOutsideFunction: true,
  allowReturnOutsideFunction: true,
} as const;

function parseOrFault(source: string, read: () => string): ParsedProgram {
  if (source.length > maximumLength) {
    const message = `The program has ${source.length} characters, but at most ${maximumLength} are read; make it shorter.`;
    return { ok: false, fault: { message, line: null, column: null } };
  }
  try {
    return { ok: true, code: read() };
  } catch (error) {
    return { ok: false, fault: faultOf(error, source) };
  }
}

/** Parsed before it is wrapped, so that no program can close the function that it will stand in. */
function wrapInFunction(code: string): string {
  parse(`${strictDirective}${code}`, scriptOptions);
  return `${programHead}${code}${tail}`;
}

function faultOf(error: unknown, source: string): SyntaxFault {
  const hint = looksLikePython(source) ? ' It looks like Python; write it in JavaScript.' : '';
  if (error instanceof RangeError) {
    return { message: 'The program does not parse: it is nested too deeply.', line: null, column: null };
  }
  const { line, column } = placeOf(error);
  const text = error instanceof Error ? error.message : String(error);
  const reason = text.replace(/\s*\(\d+:\d+\)$/, '').replace(/^Error transforming [^:]*: /, '');
  const place = line === null ? '' : ` at line ${line}, column ${column}`;
  return { message: `The program does not parse: ${reason}${place}.${hint}`, line, column };
}

function placeOf(error: unknown): { readonly line: number | null; readonly column: number | null } {
  const loc = error instanceof Error && 'loc' in error ? error.loc : null;
  if (typeof loc !== 'object' || loc === null || !('line' in loc) || !('column' in loc)) {
    return { line: null, column: null };
  }
  const line = Number(loc.line);
  // Acorn counts columns from 0 and saw the directive, sucrase counts from 1 and did not.
  const isAcorn = error instanceof SyntaxError && 'raisedAt' in error;
  const column = isAcorn
    ? Number(loc.column) + 1 - (line === 1 ? strictDirective.length : 0)
    : Number(loc.column);
  return { line, column: Math.max(1, column) };
}
