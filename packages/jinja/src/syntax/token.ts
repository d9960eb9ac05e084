import { levelOf } from './binding.ts';

const operators = [
  ...['-', '+', '/', '*', '%', '~', '[', ']', '(', ')', '{', '}', '>', '<', '=', '.', ':', '|', ',', ';'],
  ...['//', '**', '==', '!=', '>=', '<='],
] as const;

/** Types of tokens; each operator is a type of its own. */
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
  | 'eof'
  | (typeof operators)[number];

/** One word of a template, wherever it stands. Made by a constructor for the reason that nodes are, see node-classes.ts. */
export class Token {
  declare readonly type: TokenType;
  /** The decoded text; digits as written for numbers. */
  declare readonly value: string;
  /** Precedence as an operator; 0 for what is no such operator. */
  declare readonly level: number;
  /** It can go on with a value that stands left of it: `.`, `[`, `(`, `|` or `is`. */
  declare readonly isPostfix: boolean;

  constructor(type: TokenType, value: string, level: number, isPostfix: boolean) {
    this.type = type;
    this.value = value;
    this.level = level;
    this.isPostfix = isPostfix;
  }
}

/** A token that binds nothing. */
export function token(type: TokenType, value: string): Token {
  return new Token(type, value, 0, false);
}

/** A token that may be an operator. */
export function operatorToken(type: TokenType, value: string): Token {
  return new Token(type, value, levelOf(value), postfixes.has(value));
}

const postfixes: ReadonlySet<string> = new Set(['.', '[', '(', '|', 'is']);

/** The tokens of the operators by their text. */
export const operatorTokens: ReadonlyMap<string, Token> = new Map(
  operators.map((text) => [text, operatorToken(text, text)]),
);

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
