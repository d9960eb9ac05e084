import type { Cursor } from './cursor.ts';
import { emptyList, listOf } from './list.ts';
import type { Data, Expression, Statement } from './node.ts';
import { Parts, Text } from './node-classes.ts';
import type { ExpressionGrammar } from './parse-literal.ts';

/** Statements that Jinja ships as extensions and that are off by default. */
export type Extension = 'do' | 'loopcontrols';

export type ParseStatement = (cursor: Cursor, grammar: StatementGrammar) => Statement;

/** Walks through statements and the text between them; the parsers of single statements call back into it. */
export class StatementGrammar {
  readonly expressions: ExpressionGrammar;
  readonly extensions: ReadonlySet<Extension>;
  readonly #cursor: Cursor;
  readonly #parseStatement: ParseStatement;
  readonly #openTags: string[] = [];
  readonly #endNames: (readonly string[])[] = [];

  constructor(
    cursor: Cursor,
    expressions: ExpressionGrammar,
    extensions: ReadonlySet<Extension>,
    parseStatement: ParseStatement,
  ) {
    this.#cursor = cursor;
    this.expressions = expressions;
    this.extensions = extensions;
    this.#parseStatement = parseStatement;
  }

  /** The whole template. */
  template(): readonly Statement[] {
    return this.#statements(null);
  }

  /** The rest of the current tag, then statements up to a tag with one of the names, which becomes current. */
  body(endNames: readonly string[]): readonly Statement[] {
    this.#cursor.skip(':');
    this.#cursor.expect('block_end');
    this.#endNames.push(endNames);
    this.#cursor.enter();
    const body = this.#statements(endNames);
    this.#cursor.leave();
    if (this.#cursor.current.type === 'eof')
      throw this.#cursor.fail(this.#lookingFor('Unexpected end of template.'));
    this.#endNames.pop();
    return body;
  }

  /** As `body`, and moves past the name of the closing tag. */
  closedBody(endName: string): readonly Statement[] {
    const body = this.body([endName]);
    this.#cursor.next();
    return body;
  }

  /** Remembers the tag being parsed for error messages; pair it with `leave`. */
  enter(name: string): void {
    this.#openTags.push(name);
  }

  leave(): void {
    this.#openTags.pop();
  }

  unknownTag(name: string): string {
    const isMisplaced = this.#endNames.some((names) => names.includes(name));
    const last = this.#endNames.at(-1);
    if (!isMisplaced || last === undefined) return this.#lookingFor(`Encountered unknown tag '${name}'.`);
    return [
      `Encountered unknown tag '${name}'. You probably made a nesting mistake. Jinja is expecting this tag,`,
      `but currently looking for ${quoteAll(last)}.${this.#innermost()}`,
    ].join(' ');
  }

  #statements(endNames: readonly string[] | null): readonly Statement[] {
    const cursor = this.#cursor;
    const body = emptyList<Statement>();
    while (!cursor.is('eof')) {
      if (this.#beginsOutput()) {
        body.push(this.#output());
        continue;
      }
      cursor.next();
      if (endNames !== null && isAnyName(cursor, endNames)) return body;
      body.push(this.#parseStatement(cursor, this));
      cursor.expect('block_end');
    }
    return body;
  }

  /** Text and expressions up to the next tag. */
  #output(): Statement {
    const first = this.#part();
    const parts = listOf(first);
    while (this.#beginsOutput()) parts.push(this.#part());
    return new Parts('output', parts, first.at);
  }

  #part(): Data | Expression {
    const cursor = this.#cursor;
    const { at } = cursor;
    const { type, value } = cursor.next();
    if (type === 'data') return new Text(value, at);
    const expression = this.expressions.tuple();
    cursor.expect('variable_end');
    return expression;
  }

  #beginsOutput(): boolean {
    return this.#cursor.is('data') || this.#cursor.is('variable_begin');
  }

  #lookingFor(message: string): string {
    const last = this.#endNames.at(-1);
    if (last === undefined) return message;
    return `${message} Jinja was looking for the following tags: ${quoteAll(last)}.${this.#innermost()}`;
  }

  #innermost(): string {
    const last = this.#openTags.at(-1);
    return last === undefined ? '' : ` The innermost block that needs to be closed is '${last}'.`;
  }
}

function isAnyName(cursor: Cursor, names: readonly string[]): boolean {
  for (const name of names) if (cursor.isName(name)) return true;
  return false;
}

function quoteAll(names: readonly string[]): string {
  return names.map((name) => `'${name}'`).join(' or ');
}
