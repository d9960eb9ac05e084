const signs: readonly RegExp[] = [
  /^[ \t]*(?:async\s+)?def\s+\w+\s*\(.*\)\s*(?:->\s*[^:]+)?:\s*(?:#.*)?$/m,
  /^[ \t]*(?:if|elif|for|while|with|except|class)\b[^{;]*:\s*(?:#.*)?$/m,
  /^[ \t]*(?:try|else|finally)\s*:\s*(?:#.*)?$/m,
  /^[ \t]*from\s+[\w.]+\s+import\s+/m,
  /^[ \t]*import\s+[\w.]+(?:\s+as\s+\w+)?\s*$/m,
  /\b(?:not|in|is|and|or)\s+(?:None|True|False)\b|=\s*(?:None|True|False)\s*$/m,
  /(?:^|[\s(=,])f(?:"[^"]*"|'[^']*')/m,
  /\bprint\s+["']/,
  /^[ \t]*#\s/m,
];

/** Tests whether a text that is no JavaScript reads like Python. */
export function looksLikePython(source: string): boolean {
  const beginning = source.slice(0, 2000);
  return signs.some((sign) => sign.test(beginning));
}
