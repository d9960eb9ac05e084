import type { Cursor } from './cursor.ts';
import { emptyList } from './list.ts';
import type { Expression, NameTarget, Parameter, Target } from './node.ts';
import { Named } from './node-classes.ts';
import { type ExpressionGrammar, parsePrimary } from './parse-literal.ts';

/** Parses the target left of `=` or `in`: a name, names with commas, or (for `set`) `namespace.member`. */
export function parseTarget(
  cursor: Cursor,
  grammar: ExpressionGrammar,
  options: { readonly endName?: string; readonly namespace?: boolean } = {},
): Target {
  const { at } = cursor;
  const items = emptyList<Target>();
  let comma = false;
  while (!endsTarget(cursor, options.endName)) {
    items.push(parseSingleTarget(cursor, grammar, options.namespace ?? false));
    if (!cursor.skip(',')) break;
    comma = true;
  }
  const [only] = items;
  if (!comma && only !== undefined) return only;
  if (!comma) throw cursor.fail('Expected a name to assign to');
  return { kind: 'tuple-target', items, at };
}

/** A single plain name. */
export function parseNameTarget(cursor: Cursor): NameTarget {
  const { at } = cursor;
  const { value } = cursor.expect('name');
  if (/^(?:[tT]rue|[fF]alse|[nN]one)$/.test(value)) throw cursor.fail(`can't assign to '${value}'`, at);
  return nameTarget(cursor, value, at);
}

/** `(a, b=default)` of a macro or call block. */
export function parseSignature(cursor: Cursor, grammar: ExpressionGrammar): Parameter[] {
  cursor.expect('(');
  const parameters: Parameter[] = [];
  while (!cursor.is(')')) {
    if (parameters.length > 0) cursor.expect(',');
    const { name, at } = parseNameTarget(cursor);
    const defaultValue = cursor.skip('=') ? grammar.expression() : null;
    if (defaultValue === null && parameters.at(-1)?.defaultValue)
      throw cursor.fail('non-default argument follows default argument');
    parameters.push({ name, defaultValue, at });
  }
  cursor.next();
  return parameters;
}

function parseSingleTarget(cursor: Cursor, grammar: ExpressionGrammar, namespace: boolean): Target {
  if (namespace && cursor.is('name') && cursor.ahead.type === '.') {
    const { at } = cursor;
    const name = cursor.next().value;
    cursor.next();
    return { kind: 'namespace-target', name, member: cursor.expect('name').value, at };
  }
  return toTarget(cursor, parsePrimary(cursor, grammar));
}

function toTarget(cursor: Cursor, node: Expression): Target {
  if (node.kind === 'name') return nameTarget(cursor, node.name, node.at);
  if (node.kind === 'tuple')
    return { kind: 'tuple-target', items: node.items.map((item) => toTarget(cursor, item)), at: node.at };
  throw cursor.fail(`can't assign to '${node.kind}'`, node.at);
}

function nameTarget(cursor: Cursor, name: string, at: number): NameTarget {
  if (name === 'loop') cursor.mentions.loopTarget = true;
  return new Named('name-target', name, at);
}

function endsTarget(cursor: Cursor, endName: string | undefined): boolean {
  if (cursor.current.type === 'block_end' || cursor.is(')')) return true;
  return endName !== undefined && cursor.isName(endName);
}
