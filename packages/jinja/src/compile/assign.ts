import { runtimeError } from '../error.ts';
import { iterate } from '../operations/iterate.ts';
import type { Runtime } from '../runtime.ts';
import type { Target } from '../syntax/node.ts';
import { Namespace } from '../value/namespace.ts';
import type { Value } from '../value/value.ts';
import type { Frame } from './frame.ts';
import type { Scope } from './scope.ts';

/** Code that assigns a value to a target; tuples are unpacked as in Python. */
export function compileTarget(target: Target, scope: Scope): (frame: Frame, value: Value) => void {
  if (target.kind === 'name-target') return scope.write(target.name);
  const site = scope.site(target.at);
  if (target.kind === 'namespace-target') {
    const read = scope.name(target.name);
    const { member } = target;
    return (frame, value) => {
      const namespace = read(frame);
      frame.rt.site = site;
      if (!(namespace instanceof Namespace))
        throw runtimeError('cannot assign attribute on non-namespace object');
      frame.rt.meter.spend(1);
      namespace.set(member, value);
    };
  }
  const items = target.items.map((item) => compileTarget(item, scope));
  return (frame, value) => {
    frame.rt.site = site;
    const values = unpack(value, items.length, frame.rt);
    items.forEach((assign, index) => {
      assign(frame, values[index] ?? null);
    });
  };
}

function unpack(value: Value, count: number, rt: Runtime): Value[] {
  const values: Value[] = [];
  for (const item of iterate(value, rt)) {
    if (values.length === count) throw runtimeError(`too many values to unpack (expected ${count})`);
    values.push(item);
  }
  if (values.length < count)
    throw runtimeError(`not enough values to unpack (expected ${count}, got ${values.length})`);
  return values;
}
