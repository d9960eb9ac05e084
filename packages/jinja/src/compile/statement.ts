import type { Do, If, Macro, SetStatement, Statement, With } from '../syntax/node.ts';
import { truth } from '../value/value.ts';
import { declareTargets } from './analyze.ts';
import { compileTarget } from './assign.ts';
import { type CompileBody, sequence } from './body.ts';
import { compileCapture } from './capture.ts';
import { compileComposition } from './composition.ts';
import { compileExpression } from './expression.ts';
import { compileFor } from './for.ts';
import type { Execute } from './frame.ts';
import { compileMacro } from './macro.ts';
import { compileOutput } from './output.ts';
import type { Scope } from './scope.ts';

/** Turns statements into one function of a frame and an output. */
export const compileBody: CompileBody = (body, scope) => {
  const [first] = body;
  if (body.length === 1 && first !== undefined) return compileStatement(first, scope);
  return sequence(body.map((statement) => compileStatement(statement, scope)));
};

function compileStatement(node: Statement, scope: Scope): Execute {
  scope.unit.nodes += 1;
  switch (node.kind) {
    case 'output':
      return compileOutput(node, scope);
    case 'if':
      return compileIf(node, scope);
    case 'for':
      return compileFor(node, scope, compileBody);
    case 'set':
      return compileSet(node, scope);
    case 'with':
      return compileWith(node, scope);
    case 'macro':
      return compileMacroStatement(node, scope);
    case 'set-block':
    case 'filter-block':
    case 'call-block':
    case 'autoescape':
      return compileCapture(node, scope, compileBody);
    case 'do':
      return compileDo(node, scope);
    case 'break':
      return () => 1;
    case 'continue':
      return () => 2;
    default:
      return compileComposition(node, scope);
  }
}

function compileSet(node: SetStatement, scope: Scope): Execute {
  const assign = compileTarget(node.target, scope);
  const value = compileExpression(node.value, scope);
  return (frame) => {
    assign(frame, value(frame));
    return 0;
  };
}

function compileMacroStatement(node: Macro, scope: Scope): Execute {
  const write = scope.write(node.name);
  const macro = compileMacro(node, scope, compileBody);
  return (frame) => {
    write(frame, macro(frame));
    return 0;
  };
}

function compileDo(node: Do, scope: Scope): Execute {
  const value = compileExpression(node.value, scope);
  return (frame) => {
    value(frame);
    return 0;
  };
}

function compileIf(node: If, scope: Scope): Execute {
  const soft = scope.soft();
  const branches = node.branches.map(({ test, body }) => ({
    test: compileExpression(test, soft),
    body: compileBody(body, soft),
  }));
  const otherwise = compileBody(node.otherwise, soft);
  const site = scope.site(node.at);
  return (frame, out) => {
    for (const { test, body } of branches) {
      const answer = test(frame);
      frame.rt.site = site;
      if (truth(answer)) return body(frame, out);
    }
    return otherwise(frame, out);
  };
}

function compileWith(node: With, outer: Scope): Execute {
  const scope = outer.inner();
  for (const { target } of node.bindings) declareTargets(target, scope.symbols);
  scope.analyze(node.body);
  const bindings = node.bindings.map(({ target, value }) => ({
    assign: compileTarget(target, scope),
    value: compileExpression(value, outer),
  }));
  const enter = scope.enter();
  const body = compileBody(node.body, scope);
  return (frame, out) => {
    enter(frame);
    for (const { assign, value } of bindings) assign(frame, value(frame));
    return body(frame, out);
  };
}
