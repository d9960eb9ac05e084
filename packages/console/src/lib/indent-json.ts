const closing: Readonly<Record<string, string>> = { '{': '}', '[': ']' };

/**
 * Returns JSON with line breaks and two blanks for each level. Every value stays as it is written, also numbers with more digits than
 * JavaScript keeps, and a text that is cut is indented up to its end.
 */
export function indentJson(text: string): string {
  const tokens = text.match(/"(?:[^"\\]|\\[\s\S])*"?|[{}[\],:]|[^\s"{}[\],:]+/g) ?? [];
  let depth = 0;
  const line = () => `\n${'  '.repeat(depth)}`;
  return tokens
    .map((token, index) => {
      if (token === '{' || token === '[') {
        if (tokens[index + 1] === closing[token]) return token;
        depth += 1;
        return token + line();
      }
      if (token === '}' || token === ']') {
        const before = tokens[index - 1];
        if (before !== undefined && closing[before] === token) return token;
        depth = Math.max(0, depth - 1);
        return line() + token;
      }
      if (token === ',') return token + line();
      return token === ':' ? ': ' : token;
    })
    .join('');
}
