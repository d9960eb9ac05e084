/** What a `curl` of a sample sends. */
export interface CurlRequest {
  readonly method: string;
  readonly url: string;
  /** The text of the body; null without one. */
  readonly data: string | null;
  /** The fields of a form: `file=@orders.csv`. */
  readonly form: readonly string[];
  readonly headers: ReadonlyMap<string, string>;
}

/** Options of curl that samples may use, and whether they take a value. */
const options: Readonly<Record<string, boolean>> = {
  '-s': false,
  '-S': false,
  '-N': false,
  '-f': false,
  '-i': false,
  '-I': false,
  '-L': false,
  '-G': false,
  '-O': false,
  '-J': false,
  '-k': false,
  '--fail': false,
  '--fail-with-body': false,
  '--silent': false,
  '--show-error': false,
  '--no-buffer': false,
  '--include': false,
  '-X': true,
  '--request': true,
  '-H': true,
  '--header': true,
  '-d': true,
  '--data': true,
  '--data-raw': true,
  '--data-binary': true,
  '--json': true,
  '-F': true,
  '--form': true,
  '-o': true,
  '--output': true,
  '-w': true,
  '--max-time': true,
  '--retry': true,
  '--url': true,
};

/** Reads the words after `curl`. Throws for an option that samples may not use. */
export function curlRequest(words: readonly string[]): CurlRequest {
  const values = new Map<string, string[]>();
  const add = (flag: string, value: string) => values.set(flag, [...(values.get(flag) ?? []), value]);
  for (let index = 0; index < words.length; index += 1) {
    const word = words[index] ?? '';
    if (!word.startsWith('-')) {
      add('--url', word);
      continue;
    }
    const flags = /^-\w\w/.test(word) ? splitFlags(word) : [word];
    for (const flag of flags) {
      const takesValue = options[flag];
      if (takesValue === undefined)
        throw new Error(
          `\`curl\` with \`${flag}\` is not checked. Add it to scripts/docs/samples/curl-request.ts`,
        );
      if (takesValue) index += 1;
      add(flag, takesValue ? (words[index] ?? '') : '');
    }
  }
  const all = (...flags: readonly string[]) => flags.flatMap((flag) => values.get(flag) ?? []);
  const bodies = all('-d', '--data', '--data-raw', '--data-binary', '--json');
  const form = all('-F', '--form');
  const [url] = all('--url');
  if (url === undefined) throw new Error('`curl` has no address. Write one');
  const implied = bodies.length > 0 || form.length > 0 ? 'POST' : 'GET';
  const isHead = values.has('-I');
  const headers = all('-H', '--header').map((header): [string, string] => {
    const [name = '', ...rest] = header.split(':');
    return [name.trim().toLowerCase(), rest.join(':').trim()];
  });
  if (values.has('--json')) headers.push(['content-type', 'application/json']);
  return {
    method: all('-X', '--request')[0] ?? (isHead ? 'HEAD' : implied),
    url,
    data: bodies.length > 0 ? bodies.join('&') : null,
    form,
    headers: new Map(headers),
  };
}

/** Takes `-sX` apart; the last one may take a value. */
function splitFlags(word: string): readonly string[] {
  return [...word.slice(1)].map((letter) => `-${letter}`);
}
