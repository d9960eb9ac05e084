import type { Json } from '@runwright/contract';

/** Shortest length that a value is cut to. */
const minLength = 80;

/**
 * Converts a value to JSON text of about `maxLength` characters. Of a list that is too long the first and the last items are
 * shown whole, with the number of items that are left out between them; a text that is too long is cut, with the number of
 * characters that are left out. No other value is cut.
 */
export function shortenJson(value: Json, maxLength: number): string {
  const text = JSON.stringify(value);
  if (text.length <= Math.max(maxLength, minLength)) return text;
  if (typeof value === 'string') return JSON.stringify(shortenText(value, maxLength));
  if (Array.isArray(value)) return shortenList(value, maxLength);
  return shortenMembers(Object.entries(value as { readonly [name: string]: Json }), maxLength);
}

/** Cuts a text at `maxLength` characters and adds the number of those that are left out. */
export function shortenText(text: string, maxLength: number): string {
  if (text.length <= maxLength) return text;
  const kept = text.slice(0, Math.max(0, maxLength - 40)).toWellFormed();
  return `${kept}… (${text.length - kept.length} characters are left out)`;
}

function shortenList(items: readonly Json[], maxLength: number): string {
  const first: string[] = [];
  const last: string[] = [];
  let left = maxLength - 60;
  // From both ends in turn; each end has one item, however long it is.
  while (first.length + last.length < items.length) {
    const fromEnd = last.length < first.length;
    const index = fromEnd ? items.length - 1 - last.length : first.length;
    const item = items[index] ?? null;
    const end = fromEnd ? last : first;
    const text = end.length === 0 ? shortenJson(item, maxLength / 3) : JSON.stringify(item);
    if (end.length > 0 && text.length > left) break;
    left -= text.length + 2;
    end.push(text);
  }
  const gap = items.length - first.length - last.length;
  const between = gap === 0 ? [] : [`(${gap} of ${items.length} items are left out between these)`];
  return `[\n${[...first, ...between, ...last.toReversed()].join(',\n')}\n]`;
}

function shortenMembers(members: readonly (readonly [string, Json])[], maxLength: number): string {
  const shown = members.slice(0, Math.max(1, Math.floor(maxLength / minLength)));
  let left = maxLength;
  // Short members leave their share to the long ones, so they are measured first.
  const bySize = shown
    .map(([name, member]) => ({ name, member, size: name.length + 4 + JSON.stringify(member).length }))
    .sort((a, b) => a.size - b.size);
  const texts = new Map(
    bySize.map(({ name, member }, index) => {
      const share = left / (bySize.length - index);
      const text = `${JSON.stringify(name)}:${shortenJson(member, share - name.length - 4)}`;
      left -= text.length + 1;
      return [name, text] as const;
    }),
  );
  const gap = members.length - shown.length;
  const rest = gap === 0 ? [] : [`(${gap} of ${members.length} members are left out after these)`];
  return `{${[...shown.map(([name]) => texts.get(name)), ...rest].join(',')}}`;
}
