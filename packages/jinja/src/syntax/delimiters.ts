/** The marks that set tags apart from text, named as in Jinja. */
export interface Delimiters {
  readonly blockStart: string;
  readonly blockEnd: string;
  readonly variableStart: string;
  readonly variableEnd: string;
  readonly commentStart: string;
  readonly commentEnd: string;
  /** Begins a statement that ends with its line; null, the default, for none. */
  readonly lineStatementPrefix: string | null;
  /** Begins a comment that ends with its line; null, the default, for none. */
  readonly lineCommentPrefix: string | null;
}

/** Jinja's own marks. */
export const defaultDelimiters: Delimiters = {
  blockStart: '{%',
  blockEnd: '%}',
  variableStart: '{{',
  variableEnd: '}}',
  commentStart: '{#',
  commentEnd: '#}',
  lineStatementPrefix: null,
  lineCommentPrefix: null,
};

/** Options for trimming text around tags. */
export interface LexerOptions {
  readonly delimiters: Delimiters;
  readonly trimBlocks: boolean;
  readonly lstripBlocks: boolean;
}
