/** A call that a model has written in the action grammar, such as `click(point='<point>500 20</point>')`. */
export interface ScreenCall {
  readonly name: string;
  readonly values: Readonly<Record<string, string>>;
}

/** Reply of a model in the action grammar. */
export interface ScreenReply {
  readonly thought: string;
  /** In the order in which they are written; empty when the model only says something. */
  readonly calls: readonly ScreenCall[];
}

/**
 * Parses `Thought: …` and `Action: …` lines, with one call or several below each other. A line after `Action:` that is no call
 * ends the calls.
 */
export function parseReply(reply: string): ScreenReply {
  const text = reply.replaceAll('\r\n', '\n').trim();
  const at = /(?:^|\n)\s*Action:/i.exec(text);
  const thought = (at ? text.slice(0, at.index) : text).replace(/^\s*Thought:\s*/i, '').trim();
  return { thought, calls: at ? parseCalls(text.slice(at.index + at[0].length)) : [] };
}

const callStart = /\s*([a-z_]+)\(/iy;
const valueStart = /\s*([a-z_]+)\s*=\s*(['"])/iy;
const callEnd = /[\s,]*\)/y;

/** Longest list of calls that is read, and most values of one call. */
const maxCalls = 12;

function parseCalls(text: string): readonly ScreenCall[] {
  const calls: ScreenCall[] = [];
  let at = 0;
  while (calls.length < maxCalls) {
    const start = matchAt(callStart, text, at);
    if (start === null) break;
    at += start[0].length;
    const values: Record<string, string> = {};
    let end = matchAt(callEnd, text, at);
    while (end === null) {
      at += matchAt(/[\s,]*/y, text, at)?.[0].length ?? 0;
      const value = matchAt(valueStart, text, at);
      if (value === null) return calls;
      const [opening, name = '', quote = ''] = value;
      const quoted = readQuoted(text, at + opening.length, quote);
      if (quoted === null) return calls;
      values[name] = quoted.value;
      at = quoted.end;
      end = matchAt(callEnd, text, at);
    }
    at += end[0].length;
    calls.push({ name: (start[1] ?? '').toLowerCase(), values });
    at += matchAt(/[\s;]*(?:Action:)?/iy, text, at)?.[0].length ?? 0;
  }
  return calls;
}

function matchAt(pattern: RegExp, text: string, at: number): RegExpExecArray | null {
  pattern.lastIndex = at;
  return pattern.exec(text);
}

const escapes: Readonly<Record<string, string>> = { n: '\n', t: '\t' };

/**
 * Reads up to the closing quotation mark. Models often leave out the backslash before an apostrophe, so a mark counts as the
 * closing one only before a comma or a bracket.
 */
function readQuoted(text: string, from: number, quote: string): { value: string; end: number } | null {
  let value = '';
  for (let at = from; at < text.length; at += 1) {
    const char = text[at] ?? '';
    const next = text[at + 1] ?? '';
    if (char === '\\' && next !== '') {
      value += escapes[next] ?? next;
      at += 1;
    } else if (char === quote && matchAt(/\s*(?:\)|,\s*[a-z_]+\s*=)/iy, text, at + 1)) {
      return { value, end: at + 1 };
    } else value += char;
  }
  return null;
}
