import type { DictNode, Expression, ListNode, TupleNode } from '../syntax/node.ts';
import { Dict } from '../value/dict.ts';
import { toFloat } from '../value/float.ts';
import { List } from '../value/list.ts';
import { Tuple } from '../value/tuple.ts';
import { Undefined } from '../value/undefined.ts';
import { truth, type Value } from '../value/value.ts';
import { compileItem, compileMember } from './access.ts';
import { compileCall, compileFilter, compileTest } from './call.ts';
import type { Evaluate } from './frame.ts';
import { compileBinary, compileCompare, compileConcat, compileLogical, compileUnary } from './operator.ts';
import type { Scope } from './scope.ts';

/** Turns an expression into a function of a frame. */
export function compileExpression(node: Expression, scope: Scope): Evaluate {
  scope.unit.nodes += 1;
  switch (node.kind) {
    // The first ones are most of what there is.
    case 'name':
      return scope.name(node.name);
    case 'literal':
      return constant(node.value);
    case 'member':
      return compileMember(node, scope, compileExpression);
    case 'filter':
      return compileFilter(node, scope, compileExpression);
    case 'float':
      return constant(toFloat(node.value));
    case 'tuple':
    case 'list':
      return compileItems(node, scope);
    case 'dict':
      return compileDict(node, scope);
    case 'unary':
      return compileUnary(node, scope, compileExpression);
    case 'binary':
      return compileBinary(node, scope, compileExpression);
    case 'logical':
      return compileLogical(node, scope, compileExpression);
    case 'compare':
      return compileCompare(node, scope, compileExpression);
    case 'concat':
      return compileConcat(node, scope, compileExpression);
    case 'conditional':
      return compileConditional(node, scope);
    case 'item':
      return compileItem(node, scope, compileExpression);
    case 'call':
      return compileCall(node, scope, compileExpression);
    case 'test':
      return compileTest(node, scope, compileExpression);
  }
}

// What makes closures stands in functions of its own: one that makes some of its parameters takes memory at each call.

function constant(value: Value): Evaluate {
  return () => value;
}

function compileItems({ kind, items: nodes }: TupleNode | ListNode, scope: Scope): Evaluate {
  const items = nodes.map((child) => compileExpression(child, scope));
  if (kind === 'list') return (frame) => new List(items.map((item) => item(frame)));
  return (frame) => new Tuple(items.map((item) => item(frame)));
}

function compileDict({ entries, at }: DictNode, scope: Scope): Evaluate {
  const pairs = entries.map(
    ({ key, value }) => [compileExpression(key, scope), compileExpression(value, scope)] as const,
  );
  const site = scope.site(at);
  return (frame) => {
    const values: (readonly [Value, Value])[] = pairs.map(([key, value]) => [key(frame), value(frame)]);
    frame.rt.site = site;
    return Dict.of(values);
  };
}

function compileConditional(node: Extract<Expression, { kind: 'conditional' }>, scope: Scope): Evaluate {
  const soft = scope.soft();
  const test = compileExpression(node.test, soft);
  const value = compileExpression(node.value, soft);
  const otherwise = node.otherwise === null ? null : compileExpression(node.otherwise, soft);
  const site = scope.site(node.at);
  const { line } = scope.unit.source.place(node.at);
  const message = `the inline if-expression on line ${line} evaluated to false and no else section was defined.`;
  // Jinja takes the default form here in every mode.
  return (frame) => {
    const answer = test(frame);
    frame.rt.site = site;
    if (truth(answer)) return value(frame);
    return otherwise === null ? new Undefined('default', () => message) : otherwise(frame);
  };
}
