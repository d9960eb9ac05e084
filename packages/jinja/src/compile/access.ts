import { attribute, item } from '../operations/member.ts';
import { isSliceable, sliceValue } from '../operations/slice-value.ts';
import type { Expression, Item, Member, Slice } from '../syntax/node.ts';
import type { CompileExpression } from './body.ts';
import type { Evaluate } from './frame.ts';
import type { Scope } from './scope.ts';

export function compileMember(
  { object, name, at }: Member,
  scope: Scope,
  compile: CompileExpression,
): Evaluate {
  const target = compile(object, scope);
  const site = scope.site(at);
  return (frame) => {
    const value = target(frame);
    frame.rt.site = site;
    return attribute(value, name, frame.rt);
  };
}

export function compileItem(node: Item, scope: Scope, compile: CompileExpression): Evaluate {
  const target = compile(node.object, scope);
  const site = scope.site(node.at);
  if (node.key.kind === 'slice') {
    const bounds = compileBounds(node.key, scope, compile);
    if (scope.traits.folded) return compileConstantSlice(target, bounds);
    return (frame) => {
      const value = target(frame);
      const [start, stop, step] = [bounds.start(frame), bounds.stop(frame), bounds.step(frame)];
      frame.rt.site = site;
      return sliceValue(value, { start, stop, step }, frame.rt);
    };
  }
  const key = compile(node.key, scope);
  return (frame) => {
    const value = target(frame);
    const index = key(frame);
    frame.rt.site = site;
    return item(value, index, frame.rt);
  };
}

/** Jinja folds constants with the rules of items, so what cannot be sliced is undefined there and an error elsewhere. */
function compileConstantSlice(
  target: Evaluate,
  bounds: Record<'start' | 'stop' | 'step', Evaluate>,
): Evaluate {
  return (frame) => {
    const value = target(frame);
    const [start, stop, step] = [bounds.start(frame), bounds.stop(frame), bounds.step(frame)];
    if (isSliceable(value)) return sliceValue(value, { start, stop, step }, frame.rt);
    return frame.rt.undefinedMember(value, `slice(${start}, ${stop}, ${step})`);
  };
}

function compileBounds(
  node: Slice,
  scope: Scope,
  compile: CompileExpression,
): Record<'start' | 'stop' | 'step', Evaluate> {
  const bound = (child: Expression | null): Evaluate => (child === null ? () => null : compile(child, scope));
  return { start: bound(node.start), stop: bound(node.stop), step: bound(node.step) };
}
