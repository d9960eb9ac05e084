/** Shortest secret that is looked for inside longer texts; shorter ones would mask ordinary words. */
export const minimumPartLength = 5;

/**
 * Patterns (sources of regular expressions) of the forms in which a secret may stand inside a longer text: plain,
 * percent-encoded (both ways of writing a blank), JSON-escaped once or twice, HTML-escaped, and base64 at each of its
 * three alignments (`Authorization: Basic` encodes `user:password` as a whole). None for a secret under 5 characters.
 */
export function patternsOf(secret: string): readonly string[] {
  if (secret.length < minimumPartLength) return [];
  // A lone surrogate cannot be percent-encoded.
  const encoded = encodeURIComponent(secret.toWellFormed());
  const base64 = [0, 1, 2].map((offset) => base64Core(secret, offset));
  const forms = [
    encoded,
    encoded.replaceAll('%20', '+'),
    encoded.replace(/%[0-9A-F]{2}/g, (code) => code.toLowerCase()),
    jsonEscaped(secret),
    jsonEscaped(jsonEscaped(secret)),
    ...base64,
    ...base64.map((form) => form.replaceAll('+', '-').replaceAll('/', '_')),
  ];
  const literal = [...new Set(forms)].filter((form) => form.length >= minimumPartLength).map(escaped);
  return [...literal, htmlPattern(secret)];
}

function jsonEscaped(text: string): string {
  return JSON.stringify(text).slice(1, -1);
}

const entities: Readonly<Record<string, string>> = {
  '&': '(?:&amp;|&)',
  '<': '(?:&lt;|<)',
  '>': '(?:&gt;|>)',
  '"': '(?:&quot;|&#34;|")',
  "'": "(?:&#39;|&apos;|')",
};

/** Fits the plain text too: which characters are escaped depends on where in a document it stands. */
function htmlPattern(text: string): string {
  return [...text].map((character) => entities[character] ?? escaped(character)).join('');
}

function escaped(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&');
}

/** The characters of a base64 text that a value alone decides when it stands `offset` bytes after a multiple of three. */
function base64Core(value: string, offset: number): string {
  const bytes = Buffer.concat([Buffer.alloc(offset), Buffer.from(value, 'utf8')]);
  const text = bytes.toString('base64').replaceAll('=', '');
  const from = Math.ceil((offset * 8) / 6);
  const to = Math.floor((bytes.length * 8) / 6);
  return text.slice(from, to);
}
