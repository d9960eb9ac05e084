const signs: readonly RegExp[] = [
  /^\s*(?:async\s+)?def\s+\w+\s*\(.*\)\s*(?:->\s*[^:]+)?:\s*(?:#.*)?$/m,
  /^\s*(?:if|elif|for|while|with|except|class)\b[^{;]*:\s*(?:#.*)?$/m,
  /^\s*(?:try|else|finally)\s*:\s*(?:#.*)?$/m,
  /^\s*from\s+[\w.]+\s+import\s+/m,
  /^\s*import\s+[\w.]+(?:\s+as\s+\w+)?\s*$/m,
  /\b(?:not|in|is|and|or)\s+(?:None|True|False)\b|=\s*(?:None|True|False)\s*$/m,
  /(?:^|[\s(=,])f(?:"[^"]*"|'[^']*')/m,
  /\bprint\s+["']/,
  /^\s*#\s/m,
];

/** Tests whether a text that is no JavaScript reads like Python. */
export function looksLikePython(source: string): boolean {
  const beginning = source.slice(0, 20_000);
  return signs.some((sign) => sign.test(beginning));
}
