import { iterate, toArray } from '../operations/iterate.ts';
import type { Runtime } from '../runtime.ts';
import type { For, Target } from '../syntax/node.ts';
import { Lazy } from '../value/lazy.ts';
import { Markup } from '../value/markup.ts';
import { Tuple } from '../value/tuple.ts';
import { truth, type Value } from '../value/value.ts';
import { declareTargets, readsName } from './analyze.ts';
import { compileTarget } from './assign.ts';
import type { CompileBody } from './body.ts';
import { compileExpression } from './expression.ts';
import { type Execute, type Flow, Frame, Output } from './frame.ts';
import { containsScopedBlock, rejectLoopTarget } from './loop-rules.ts';
import { LoopState, type Recurse } from './loop-state.ts';
import type { Scope } from './scope.ts';
import type { Variable } from './symbols.ts';

/** One pass over some items in a frame. */
type Run = (frame: Frame, out: Output, items: Value, depth0: number, recurse: Recurse) => void;

export function compileFor(node: For, outer: Scope, compileBody: CompileBody): Execute {
  rejectLoopTarget(node, outer);
  const iterable = compileExpression(node.iterable, outer);
  const site = outer.site(node.iterable.at);
  if (!node.recursive) {
    const run = compileRun(node, outer, compileBody);
    return (frame, out) => {
      const items = iterable(frame);
      frame.rt.site = site;
      run(frame, out, items, 0, null);
      return 0;
    };
  }
  const scope = outer.callable(outer.traits.droppable);
  const run = compileRun(node, scope, compileBody);
  const { activation } = scope.symbols;
  return (frame, out) => {
    const items = iterable(frame);
    frame.rt.site = site;
    const recurse = (inner: Value, depth0: number, rt: Runtime): Value => {
      rt.meter.enter();
      const text = new Output(rt);
      run(new Frame(rt, frame.context, activation.size, frame), text, inner, depth0, recurse);
      rt.meter.leave();
      return rt.autoescape ? new Markup(text.text) : text.text;
    };
    run(new Frame(frame.rt, frame.context, activation.size, frame), out, items, 0, recurse);
    return 0;
  };
}

function compileRun(node: For, outer: Scope, compileBody: CompileBody): Run {
  const scope = outer.inner();
  const loop = needsLoop(node, scope) ? scope.symbols.declare('loop') : null;
  declareTargets(node.target, scope.symbols);
  scope.analyze(node.body);
  const select = compileSelection(node, outer);
  const assign = compileTarget(node.target, scope);
  const enter = scope.enter();
  const { unit } = scope;
  const before = unit.nodes;
  const body = compileBody(node.body, scope);
  const cost = unit.nodes - before + 1;
  const otherwise = compileElse(node, outer, compileBody);

  const round = (frame: Frame, out: Output, item: Value): Flow => {
    frame.rt.meter.spend(cost);
    assign(frame, item);
    enter(frame);
    return body(frame, out);
  };

  return (frame, out, source, depth0, recurse) => {
    const items = select(source, frame);
    let completed = false;
    const state = loop === null ? null : loopState(loop, items, depth0, recurse, frame);
    for (const item of state?.items ?? items) {
      if (state !== null) state.loop.index0 += 1;
      const flow = round(frame, out, item);
      if (flow === 0) completed = true;
      if (flow === 1) break;
    }
    if (!completed) otherwise(frame, out);
  };
}

function needsLoop({ body, recursive }: For, { unit }: Scope): boolean {
  if (recursive || (unit.mentions.loop && readsName(body, 'loop'))) return true;
  return unit.mentions.block && containsScopedBlock(body);
}

function loopState(
  variable: Variable,
  source: Iterable<Value>,
  depth0: number,
  recurse: Recurse,
  frame: Frame,
): { loop: LoopState; items: readonly Value[] } {
  const items = Array.isArray(source)
    ? source
    : toArray(new Lazy('items', source[Symbol.iterator]()), frame.rt);
  const loop = new LoopState(items, depth0, recurse, (message) => frame.rt.undefined(message));
  frame.vars[variable.index] = loop;
  return { loop, items };
}

/** The items that pass the loop's `if`, tested when their turn comes. */
function compileSelection(node: For, outer: Scope): (source: Value, frame: Frame) => Iterable<Value> {
  const { target, test: condition } = node;
  if (condition === null) return (source, frame) => iterate(source, frame.rt);
  const scope = outer.inner();
  declareTargets(target, scope.symbols);
  scope.analyze([condition]);
  const assign = compileTarget(target, scope);
  const enter = scope.enter();
  const test = compileExpression(condition, scope);
  return function* select(source, frame) {
    enter(frame);
    for (const item of iterate(source, frame.rt)) {
      frame.rt.meter.spend(1);
      const passed = repacked(item, target, frame.rt);
      assign(frame, passed);
      if (truth(test(frame))) yield passed;
    }
  };
}

/** Jinja selects in a generator of its own, which hands on what it unpacked as a tuple. */
function repacked(value: Value, target: Target | undefined, rt: Runtime): Value {
  if (target?.kind !== 'tuple-target') return value;
  return new Tuple(toArray(value, rt).map((item, index) => repacked(item, target.items[index], rt)));
}

function compileElse(node: For, outer: Scope, compileBody: CompileBody): Execute {
  if (node.otherwise.length === 0) return () => 0;
  const scope = outer.inner().analyze(node.otherwise);
  const enter = scope.enter();
  const body = compileBody(node.otherwise, scope);
  return (frame, out) => {
    enter(frame);
    return body(frame, out);
  };
}
