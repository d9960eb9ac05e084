/**
 * Collects the words of a tag. The name of a filter or test that has no arguments stands bare, unless what follows it would be
 * read as its arguments: then `()` is put between.
 */
export class TagWriter {
  #text = '';
  #bare: 'filter' | 'test' | null = null;

  get text(): string {
    return this.#text;
  }

  write(text: string): void {
    if (this.#bare !== null && (this.#bare === 'filter' ? callStart : argumentStart).test(text))
      this.#text += '()';
    this.#bare = null;
    this.#text += text;
  }

  /** The name of a filter or test without arguments. */
  writeBare(kind: 'filter' | 'test', name: string): void {
    this.write(name);
    this.#bare = kind;
  }
}

const callStart = /^\s*\(/;
// A test takes one value without parentheses: a name, a literal or something in brackets. Three words end it.
const argumentStart = /^\s*(?!(?:else|or|and)(?!\p{ID_Continue}))[\p{ID_Start}_\d"'([{]/u;
