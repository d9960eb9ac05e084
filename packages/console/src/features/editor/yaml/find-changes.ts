import { asObject, isEqual, type Json, type JsonObject, type Path } from './json.ts';

/** One change of a document. */
export type Change =
  | { readonly type: 'set'; readonly path: Path; readonly value: Json }
  | { readonly type: 'remove'; readonly path: Path }
  | { readonly type: 'insert'; readonly path: Path; readonly index: number; readonly value: Json }
  | { readonly type: 'move'; readonly path: Path; readonly from: number; readonly to: number };

/** Returns the changes that make `after` of `before`, to be applied one after the other; what is equal is not mentioned. */
export function findChanges(before: Json | undefined, after: Json, path: Path = []): readonly Change[] {
  if (isEqual(before, after)) return [];
  if (Array.isArray(before) && Array.isArray(after) && before.length > 0 && after.length > 0)
    return arrayChanges(before, after, path);
  const [left, right] = [asObject(before), asObject(after)];
  if (left && right && Object.keys(left).length > 0 && Object.keys(right).length > 0)
    return objectChanges(left, right, path);
  return [{ type: 'set', path, value: after }];
}

function objectChanges(before: JsonObject, after: JsonObject, path: Path): readonly Change[] {
  const removed = Object.keys(before).filter((name) => after[name] === undefined);
  return [
    ...Object.entries(after).flatMap(([name, value]) =>
      value === undefined ? [] : findChanges(before[name], value, [...path, name]),
    ),
    ...removed.map((name) => ({ type: 'remove' as const, path: [...path, name] })),
  ];
}

function arrayChanges(before: readonly Json[], after: readonly Json[], path: Path): readonly Change[] {
  const [left, right] = [identitiesOf(before), identitiesOf(after)];
  if (!left || !right) return plainChanges(before, after, path);
  const isSame = left.length === right.length;
  const known = new Set(left);
  if (isSame && !right.every((id) => known.has(id))) return pairwise(before, after, path);

  const changes: Change[] = [];
  const kept = new Set(right);
  const order = [...left];
  const items = [...before];
  for (let index = order.length - 1; index >= 0; index--) {
    if (kept.has(order[index] as string)) continue;
    changes.push({ type: 'remove', path: [...path, index] });
    order.splice(index, 1);
    items.splice(index, 1);
  }
  right.forEach((id, index) => {
    if (order[index] === id) return;
    const from = order.indexOf(id);
    if (from === -1) {
      changes.push({ type: 'insert', path, index, value: after[index] as Json });
      items.splice(index, 0, after[index] as Json);
    } else {
      changes.push({ type: 'move', path, from, to: index });
      order.splice(from, 1);
      items.splice(index, 0, ...items.splice(from, 1));
    }
    order.splice(index, 0, id);
  });
  return [...changes, ...pairwise(items, after, path)];
}

/** Items without names: what differs between the equal beginning and the equal end. */
function plainChanges(before: readonly Json[], after: readonly Json[], path: Path): readonly Change[] {
  const shorter = Math.min(before.length, after.length);
  let start = 0;
  while (start < shorter && isEqual(before[start], after[start])) start++;
  let end = 0;
  while (end < shorter - start && isEqual(before.at(-1 - end), after.at(-1 - end))) end++;
  const common = shorter - start - end;
  const changes: Change[] = [];
  for (let index = start; index < start + common; index++)
    changes.push(...findChanges(before[index], after[index] as Json, [...path, index]));
  for (let index = before.length - end - 1; index >= start + common; index--)
    changes.push({ type: 'remove', path: [...path, index] });
  for (let index = start + common; index < after.length - end; index++)
    changes.push({ type: 'insert', path, index, value: after[index] as Json });
  return changes;
}

function pairwise(before: readonly Json[], after: readonly Json[], path: Path): readonly Change[] {
  return after.flatMap((value, index) => findChanges(before[index], value, [...path, index]));
}

/** Returns the names of the items, such as the labels of blocks; null when one has none or two have the same. */
function identitiesOf(items: readonly Json[]): readonly string[] | null {
  const ids = items.map((item) => {
    const { label, key } = asObject(item) ?? {};
    return typeof label === 'string' ? label : typeof key === 'string' ? key : null;
  });
  return ids.includes(null) || new Set(ids).size < ids.length ? null : (ids as readonly string[]);
}
