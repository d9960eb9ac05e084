import { attribute, item } from '../operate/member.ts';
import { isSliceable, sliceValue } from '../operate/slice-value.ts';
import type { Expression, Item, Member, Slice } from '../syntax/node.ts';
import type { Evaluate } from './frame.ts';
import type { Scope } from './scope.ts';

type Compile = (node: Expression) => Evaluate;

export function compileMember({ object, name, at }: Member, scope: Scope, compile: Compile): Evaluate {
  const target = compile(object);
  const site = scope.site(at);
  return (frame) => {
    const value = target(frame);
    frame.rt.site = site;
    return attribute(value, name, frame.rt);
  };
}

export function compileItem(node: Item, scope: Scope, compile: Compile): Evaluate {
  const target = compile(node.object);
  const site = scope.site(node.at);
  if (node.key.kind === 'slice') {
    const bounds = compileBounds(node.key, compile);
    if (scope.traits.folded) return compileConstantSlice(target, bounds);
    return (frame) => {
      const value = target(frame);
      const [start, stop, step] = [bounds.start(frame), bounds.stop(frame), bounds.step(frame)];
      frame.rt.site = site;
      return sliceValue(value, { start, stop, step }, frame.rt);
    };
  }
  const key = compile(node.key);
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

function compileBounds(node: Slice, compile: Compile): Record<'start' | 'stop' | 'step', Evaluate> {
  const bound = (child: Expression | null): Evaluate => (child === null ? () => null : compile(child));
  return { start: bound(node.start), stop: bound(node.stop), step: bound(node.step) };
}
