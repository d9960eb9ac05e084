export type TokenType =
  | 'data'
  | 'variable_begin'
  | 'variable_end'
  | 'block_begin'
  | 'block_end'
  | 'name'
  | 'string'
  | 'integer'
  | 'float'
  | 'operator'
  | 'eof';

/** One word of a template. `at` is its offset in the source; `value` the decoded text (digits as written for numbers). */
export interface Token {
  readonly type: TokenType;
  readonly value: string;
  readonly at: number;
}

const descriptions: Partial<Record<TokenType, string>> = {
  variable_begin: 'begin of print statement',
  variable_end: 'end of print statement',
  block_begin: 'begin of statement block',
  block_end: 'end of statement block',
  data: 'template data / text',
  eof: 'end of template',
};

/** A token as Jinja's messages name it. */
export function describeToken(token: Token): string {
  return descriptions[token.type] ?? token.value;
}

/** A kind of token as Jinja's messages name it. */
export function describeType(type: TokenType): string {
  return descriptions[type] ?? type;
}
