import { runtimeError } from '../error.ts';
import type { Autoescape, CallBlock, FilterBlock, SetBlock } from '../syntax/node.ts';
import { Markup, textOf } from '../value/markup.ts';
import { truth, typeName, type Value } from '../value/value.ts';
import { compileTarget } from './assign.ts';
import type { CompileBody } from './body.ts';
import { compileCall, compileFilter } from './call.ts';
import { compileExpression } from './expression.ts';
import { type Evaluate, type Execute, Output } from './frame.ts';
import { compileMacro } from './macro.ts';
import type { Scope } from './scope.ts';

/** Statements that take the text of their body and do something with it. */
export function compileCapture(
  node: SetBlock | FilterBlock | CallBlock | Autoescape,
  scope: Scope,
  compileBody: CompileBody,
): Execute {
  switch (node.kind) {
    case 'set-block':
      return compileSetBlock(node, scope, compileBody);
    case 'filter-block':
      return compileFilterBlock(node, scope, compileBody);
    case 'call-block':
      return compileCallBlock(node, scope, compileBody);
    case 'autoescape':
      return compileAutoescape(node, scope, compileBody);
  }
}

function compileSetBlock(node: SetBlock, outer: Scope, compileBody: CompileBody): Execute {
  const assign = compileTarget(node.target, outer);
  const scope = outer.captured().analyze(node.body);
  if (node.filter !== null) scope.analyze([node.filter]);
  const captured = compileCaptured(node.body, scope, compileBody);
  const { filter } = node;
  const value = filter === null ? captured : compileFilter(filter, scope, compileExpression, captured);
  return (frame) => {
    const result = value(frame);
    assign(frame, frame.rt.autoescape && typeof result === 'string' ? new Markup(result) : result);
    return 0;
  };
}

function compileFilterBlock(node: FilterBlock, outer: Scope, compileBody: CompileBody): Execute {
  const scope = outer.inner().analyze([...node.body, node.filter]);
  const captured = compileCaptured(node.body, scope, compileBody);
  const value = compileFilter(node.filter, scope, compileExpression, captured);
  return (frame, out) => {
    print(value(frame), out);
    return 0;
  };
}

function compileCallBlock(node: CallBlock, scope: Scope, compileBody: CompileBody): Execute {
  const caller = compileMacro(node, scope, compileBody);
  const value = compileCall(node.call, scope, compileExpression, caller);
  return (frame, out) => {
    print(value(frame), out);
    return 0;
  };
}

function compileAutoescape(node: Autoescape, outer: Scope, compileBody: CompileBody): Execute {
  const scope = outer.inner().analyze([node.value, ...node.body]);
  const value = compileExpression(node.value, scope);
  const enter = scope.enter();
  const body = compileBody(node.body, scope);
  return (frame, out) => {
    enter(frame);
    const { rt } = frame;
    const outside = rt.autoescape;
    rt.autoescape = truth(value(frame));
    const flow = body(frame, out);
    rt.autoescape = outside;
    return flow;
  };
}

/** The text of a body; markup where output is escaped, because what is in it has been. */
function compileCaptured(body: SetBlock['body'], scope: Scope, compileBody: CompileBody): Evaluate {
  const enter = scope.enter();
  const execute = compileBody(body, scope);
  return (frame) => {
    enter(frame);
    const out = new Output(frame.rt);
    execute(frame, out);
    return frame.rt.autoescape ? new Markup(out.text) : out.text;
  };
}

/** Unlike `{{ … }}`, prints texts only, and as they are. */
function print(value: Value, out: Output): void {
  const text = textOf(value);
  if (text === null) throw runtimeError(`sequence item: expected str instance, ${typeName(value)} found`);
  out.write(text);
}
