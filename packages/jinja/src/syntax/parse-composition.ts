import type { Cursor } from './cursor.ts';
import type { Statement } from './node.ts';
import { parseNameTarget } from './parse-target.ts';
import type { StatementGrammar } from './statement-grammar.ts';

/** Statements that put templates together: `block`, `extends`, `include`, `import`, `from`; null for any other name. */
export function parseComposition(cursor: Cursor, grammar: StatementGrammar): Statement | null {
  const { at } = cursor;
  switch (cursor.current.value) {
    case 'block':
      return parseBlock(cursor, grammar);
    case 'extends':
      cursor.next();
      cursor.mentions.extends = true;
      return { kind: 'extends', template: grammar.expressions.expression(), at };
    case 'include':
      return parseInclude(cursor, grammar);
    case 'import': {
      cursor.next();
      const template = grammar.expressions.expression();
      cursor.expectName('as');
      const target = parseNameTarget(cursor).name;
      return { kind: 'import', template, target, withContext: parseWithContext(cursor) ?? false, at };
    }
    case 'from':
      return parseFrom(cursor, grammar);
    default:
      return null;
  }
}

function parseBlock(cursor: Cursor, grammar: StatementGrammar): Statement {
  const at = cursor.pass();
  cursor.mentions.block = true;
  const name = cursor.expect('name').value;
  const scoped = cursor.skipName('scoped');
  const required = cursor.skipName('required');
  if (cursor.is('-'))
    throw cursor.fail(
      'Block names in Jinja have to be valid Python identifiers and may not contain hyphens, use an underscore instead.',
    );
  const body = grammar.closedBody('endblock');
  if (required && !body.every(isBlank))
    throw cursor.fail('Required blocks can only contain comments or whitespace', at);
  cursor.skipName(name);
  return { kind: 'block', name, scoped, required, body, at };
}

function parseInclude(cursor: Cursor, grammar: StatementGrammar): Statement {
  const at = cursor.pass();
  const template = grammar.expressions.expression();
  const ignoreMissing = cursor.isName('ignore') && cursor.ahead.value === 'missing';
  if (ignoreMissing) {
    cursor.next();
    cursor.next();
  }
  return { kind: 'include', template, ignoreMissing, withContext: parseWithContext(cursor) ?? true, at };
}

function parseFrom(cursor: Cursor, grammar: StatementGrammar): Statement {
  const at = cursor.pass();
  const template = grammar.expressions.expression();
  cursor.expectName('import');
  const names: { name: string; alias: string }[] = [];
  let withContext: boolean | null = null;
  while (withContext === null) {
    if (names.length > 0) cursor.expect(',');
    withContext = parseWithContext(cursor);
    if (withContext !== null) break;
    const { name, at: nameAt } = parseNameTarget(cursor);
    if (name.startsWith('_'))
      throw cursor.fail('names starting with an underline can not be imported', nameAt);
    const alias = cursor.skipName('as') ? parseNameTarget(cursor).name : name;
    names.push({ name, alias });
    withContext = parseWithContext(cursor);
    if (withContext === null && !cursor.is(',')) break;
  }
  return { kind: 'from-import', template, names, withContext: withContext ?? false, at };
}

/** `with context` or `without context`; null when neither stands here. */
function parseWithContext(cursor: Cursor): boolean | null {
  if (!cursor.isName('with') && !cursor.isName('without')) return null;
  if (cursor.ahead.type !== 'name' || cursor.ahead.value !== 'context') return null;
  const withContext = cursor.next().value === 'with';
  cursor.next();
  return withContext;
}

function isBlank(statement: Statement): boolean {
  return (
    statement.kind === 'output' &&
    statement.parts.every((part) => part.kind === 'data' && part.text.trim() === '')
  );
}
