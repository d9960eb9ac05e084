import type { PageActionOf } from '@runwright/contract';
import type { Wanted } from './match-option.ts';

type Asked = PageActionOf<'select_option'>;

/** The choices to select. */
export interface WantedOptions {
  readonly options: readonly Wanted[];
  /** Exactly these, and no other one. */
  readonly isExact: boolean;
}

/** The choices that an action asks for; null when it asks for none. */
export function wantedOptions({ label, value, index }: Asked): WantedOptions | null {
  if (label !== undefined) return listOf(label, (one) => ({ label: one }));
  if (value !== undefined) return listOf(value, (one) => ({ value: one }));
  return index === undefined ? null : listOf(index, (one) => ({ index: one }));
}

function listOf<Item extends string | number>(
  asked: Item | readonly Item[],
  wanted: (one: Item) => Wanted,
): WantedOptions {
  const isExact = typeof asked === 'object';
  const list = typeof asked === 'object' ? asked : [asked];
  return { options: list.map(wanted), isExact };
}

/** Returns the name of a choice for a message. */
export function nameOf({ label, value, index }: Wanted): string {
  return label ?? value ?? `option ${index}`;
}

/** The levels that a label names, such as `Europe / Spain / Madrid`; one, when it names no others. */
export function levelsOf({ label, value, index }: Wanted): readonly Wanted[] {
  const path = label ?? value;
  if (path === undefined) return index === undefined ? [] : [{ index }];
  const parts = path
    .split(/\s+[/›»>→|]\s+|\s*[›»→]\s*/)
    .map((part) => part.trim())
    .filter((part) => part !== '');
  return (parts.length > 0 ? parts : [path]).map((part) => ({ label: part }));
}
