import type { Cursor } from './cursor.ts';
import type { Expression, NameTarget, Parameter, Target } from './node.ts';
import { type ExpressionGrammar, parsePrimary } from './parse-literal.ts';

/** What stands left of `=` or `in`: a name, names with commas, or (for `set`) `namespace.member`. */
export function parseTarget(
  cursor: Cursor,
  grammar: ExpressionGrammar,
  options: { readonly endName?: string; readonly namespace?: boolean } = {},
): Target {
  const { at } = cursor.current;
  const items: Target[] = [];
  let comma = false;
  while (!endsTarget(cursor, options.endName)) {
    items.push(parseSingleTarget(cursor, grammar, options.namespace ?? false));
    if (!cursor.skipOperator(',')) break;
    comma = true;
  }
  const [only] = items;
  if (!comma && only !== undefined) return only;
  if (!comma) throw cursor.fail('Expected a name to assign to');
  return { kind: 'tuple-target', items, at };
}

/** A single plain name. */
export function parseNameTarget(cursor: Cursor): NameTarget {
  const token = cursor.expect('name');
  if (/^(?:[tT]rue|[fF]alse|[nN]one)$/.test(token.value))
    throw cursor.fail(`can't assign to '${token.value}'`, token.at);
  return { kind: 'name-target', name: token.value, at: token.at };
}

/** `(a, b=default)` of a macro or call block. */
export function parseSignature(cursor: Cursor, grammar: ExpressionGrammar): Parameter[] {
  cursor.expectOperator('(');
  const parameters: Parameter[] = [];
  while (!cursor.isOperator(')')) {
    if (parameters.length > 0) cursor.expectOperator(',');
    const { name, at } = parseNameTarget(cursor);
    const defaultValue = cursor.skipOperator('=') ? grammar.expression() : null;
    if (defaultValue === null && parameters.at(-1)?.defaultValue)
      throw cursor.fail('non-default argument follows default argument');
    parameters.push({ name, defaultValue, at });
  }
  cursor.next();
  return parameters;
}

function parseSingleTarget(cursor: Cursor, grammar: ExpressionGrammar, namespace: boolean): Target {
  const { ahead, current } = cursor;
  if (namespace && current.type === 'name' && ahead.type === 'operator' && ahead.value === '.') {
    cursor.next();
    cursor.next();
    return {
      kind: 'namespace-target',
      name: current.value,
      member: cursor.expect('name').value,
      at: current.at,
    };
  }
  return toTarget(cursor, parsePrimary(cursor, grammar));
}

function toTarget(cursor: Cursor, node: Expression): Target {
  if (node.kind === 'name') return { kind: 'name-target', name: node.name, at: node.at };
  if (node.kind === 'tuple')
    return { kind: 'tuple-target', items: node.items.map((item) => toTarget(cursor, item)), at: node.at };
  throw cursor.fail(`can't assign to '${node.kind}'`, node.at);
}

function endsTarget(cursor: Cursor, endName: string | undefined): boolean {
  if (cursor.current.type === 'block_end' || cursor.isOperator(')')) return true;
  return endName !== undefined && cursor.isName(endName);
}
