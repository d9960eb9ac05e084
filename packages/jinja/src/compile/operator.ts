import { binary, negative, positive } from '../operations/arithmetic.ts';
import { ordered } from '../operations/compare.ts';
import { contains } from '../operations/contains.ts';
import { equal } from '../operations/equal.ts';
import { toText } from '../print/text.ts';
import type { Runtime } from '../runtime.ts';
import type { Binary, Compare, CompareOperator, Concat, Logical, Unary } from '../syntax/node.ts';
import { numeric } from '../value/float.ts';
import { escapeHtml, Markup } from '../value/markup.ts';
import { truth, type Value } from '../value/value.ts';
import type { CompileExpression } from './body.ts';
import { isConstant } from './constant.ts';
import type { Evaluate } from './frame.ts';
import type { Scope } from './scope.ts';

type Relation = (left: Value, right: Value, rt: Runtime) => boolean;

const relations: Readonly<Record<CompareOperator, Relation>> = {
  '==': equal,
  '!=': (left, right, rt) => !equal(left, right, rt),
  '<': (left, right, rt) => ordered('<', left, right, rt),
  '<=': (left, right, rt) => ordered('<=', left, right, rt),
  '>': (left, right, rt) => ordered('>', left, right, rt),
  '>=': (left, right, rt) => ordered('>=', left, right, rt),
  in: (left, right, rt) => contains(right, left, rt),
  'not in': (left, right, rt) => !contains(right, left, rt),
};

export function compileUnary(
  { operator, operand, at }: Unary,
  scope: Scope,
  compile: CompileExpression,
): Evaluate {
  const value = compile(operand, scope);
  const site = scope.site(at);
  const apply = operator === 'not' ? (input: Value) => !truth(input) : operator === '-' ? negative : positive;
  return (frame) => {
    const input = value(frame);
    frame.rt.site = site;
    return apply(input);
  };
}

export function compileBinary(node: Binary, scope: Scope, compile: CompileExpression): Evaluate {
  if (node.operator === '**' && isConstant(node.left) && !isConstant(node.right))
    return compileConstantPower(node, scope, compile);
  const { operator } = node;
  const left = compile(node.left, scope);
  const right = compile(node.right, scope);
  const site = scope.site(node.at);
  return (frame) => {
    const a = left(frame);
    const b = right(frame);
    frame.rt.site = site;
    return binary(operator, a, b, frame.rt);
  };
}

/**
 * Jinja writes a constant base into Python source, where a sign binds weaker than `**`: `-2 ** n` is `-(2 ** n)` although
 * `-2 ** 2`, which it computes itself, is 4.
 */
function compileConstantPower(node: Binary, scope: Scope, compile: CompileExpression): Evaluate {
  const left = compile(node.left, scope);
  const right = compile(node.right, scope);
  const site = scope.site(node.at);
  return (frame) => {
    const base = left(frame);
    const exponent = right(frame);
    frame.rt.site = site;
    const number = numeric(base);
    if (number === null || !(number < 0 || Object.is(number, -0)))
      return binary('**', base, exponent, frame.rt);
    return negative(binary('**', negative(base), exponent, frame.rt));
  };
}

export function compileLogical(node: Logical, scope: Scope, compile: CompileExpression): Evaluate {
  const left = compile(node.left, scope);
  const right = compile(node.right, scope);
  if (node.operator === 'and')
    return (frame) => {
      const value = left(frame);
      return truth(value) ? right(frame) : value;
    };
  return (frame) => {
    const value = left(frame);
    return truth(value) ? value : right(frame);
  };
}

export function compileCompare(node: Compare, scope: Scope, compile: CompileExpression): Evaluate {
  const [link] = node.rest;
  if (node.rest.length > 1 || link === undefined) return compileChain(node, scope, compile);
  const first = compile(node.first, scope);
  const second = compile(link.value, scope);
  const site = scope.site(node.at);
  const holds = relations[link.operator];
  return (frame) => {
    const left = first(frame);
    const right = second(frame);
    frame.rt.site = site;
    return holds(left, right, frame.rt);
  };
}

function compileChain(node: Compare, scope: Scope, compile: CompileExpression): Evaluate {
  const first = compile(node.first, scope);
  const site = scope.site(node.at);
  const links = node.rest.map(({ operator, value }) => ({
    holds: relations[operator],
    value: compile(value, scope),
  }));
  return (frame) => {
    let left = first(frame);
    for (const { holds, value } of links) {
      const right = value(frame);
      frame.rt.site = site;
      if (!holds(left, right, frame.rt)) return false;
      left = right;
    }
    return true;
  };
}

export function compileConcat(node: Concat, scope: Scope, compile: CompileExpression): Evaluate {
  const parts = node.parts.map((child) => compile(child, scope));
  const site = scope.site(node.at);
  // What Jinja joins when it compiles a template is text, also where all parts are markup.
  const joinsMarkup = !isConstant(node);
  return (frame) => {
    const values = parts.map((part) => part(frame));
    const { rt } = frame;
    rt.site = site;
    const isMarkup = joinsMarkup && rt.autoescape && values.some((value) => value instanceof Markup);
    let text = '';
    for (const value of values) {
      const part = isMarkup ? escapeHtml(value, rt).value : toText(value, rt);
      rt.meter.grow(text.length + part.length, part.length);
      text += part;
    }
    return isMarkup ? new Markup(text) : text;
  };
}
