import { runtimeError } from '../error.ts';
import type { Runtime } from '../runtime.ts';
import { extentOf, ObjectValue, typeName, type Value } from '../value/value.ts';
import { equalItem } from './equal.ts';
import { findText } from './find-text.ts';
import { tryIterate } from './iterate.ts';

/** `value in container`. */
export function contains(container: Value, value: Value, rt: Runtime): boolean {
  if (typeof container === 'string') return textContains(container, value, rt);
  if (container instanceof ObjectValue) {
    rt.meter.look(extentOf(value));
    const answer = container.contains(value, rt);
    if (answer !== undefined) return answer;
  }
  const items = tryIterate(container, rt);
  if (items === null) throw runtimeError(`argument of type '${typeName(container)}' is not iterable`);
  for (const item of items) {
    rt.meter.spend(1);
    if (equalItem(item, value, rt)) return true;
  }
  return false;
}

/** `value in text`. */
export function textContains(text: string, value: Value, rt: Runtime): boolean {
  rt.meter.look(text.length + extentOf(value));
  if (typeof value === 'string') return findText(text, value) !== -1;
  if (value instanceof ObjectValue && value.typeName === 'Markup')
    return findText(text, value.text(rt) ?? '') !== -1;
  throw runtimeError(`'in <string>' requires string as left operand, not ${typeName(value)}`);
}
