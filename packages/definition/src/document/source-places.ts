import { EVENT_ID, type Event, getScalarValue, parseEvents } from 'js-yaml';
import { asRecord } from '../schema/schema-node.ts';
import { readSource } from './read-source.ts';

/** Where a problem of a definition stands in its text. */
export interface SourcePlace {
  /** Counted from 1. */
  readonly line: number;
  /** Counted from 1, in UTF-16 units, as editors count. */
  readonly column: number;
  /** Label of the innermost block around it; null outside of blocks. */
  readonly block: string | null;
}

/**
 * Returns a look-up of paths in a definition's text, JSON or YAML. A path that the text does not have, such as that of a
 * missing field, gives the line of what is around it; a text that cannot be read gives null for every path.
 */
export function sourcePlaces(text: string): (path: readonly (string | number)[]) => SourcePlace | null {
  let root: Place;
  let value: unknown;
  try {
    value = readSource(text);
    root = readPlaces(text);
  } catch {
    return () => null;
  }
  return (path) => ({ ...positionOf(text, offsetOf(root, path)), block: blockOf(value, path) });
}

/** A node of the text: the offset of its key, or of itself in a list, and what is in it. */
interface Place {
  readonly offset: number;
  readonly inner: ReadonlyMap<string, Place>;
}

function readPlaces(text: string): Place {
  const events = parseEvents(text, {});
  let next = 0;
  const isClosed = () => events[next]?.type === EVENT_ID.POP;
  const node = (offset: number): Place => {
    const event = events[next++];
    const inner = new Map<string, Place>();
    if (event?.type === EVENT_ID.SEQUENCE) {
      for (let index = 0; !isClosed(); index += 1)
        inner.set(String(index), node(startOf(events[next], offset)));
      next += 1;
    } else if (event?.type === EVENT_ID.MAPPING) {
      while (!isClosed()) {
        const key = events[next];
        const at = startOf(key, offset);
        // A key that is a list or an object has no path.
        node(at);
        inner.set(key?.type === EVENT_ID.SCALAR ? getScalarValue(text, key) : '', node(at));
      }
      next += 1;
    }
    return { offset, inner };
  };
  next = 1;
  return node(0);
}

/** The offset of an event; that of an empty value is the one around it. */
function startOf(event: Event | undefined, around: number): number {
  if (event?.type === EVENT_ID.SCALAR) return event.valueStart < 0 ? around : event.valueStart;
  if (event?.type === EVENT_ID.ALIAS) return event.anchorStart;
  if (event?.type === EVENT_ID.SEQUENCE || event?.type === EVENT_ID.MAPPING)
    return event.start < 0 ? around : event.start;
  return around;
}

function offsetOf(root: Place, path: readonly (string | number)[]): number {
  let place = root;
  for (const step of path) {
    const inner = place.inner.get(String(step));
    if (!inner) break;
    place = inner;
  }
  return place.offset;
}

function positionOf(text: string, offset: number): Pick<SourcePlace, 'line' | 'column'> {
  const lines = text.slice(0, offset).split('\n');
  return { line: lines.length, column: (lines.at(-1) ?? '').length + 1 };
}

function blockOf(value: unknown, path: readonly (string | number)[]): string | null {
  let label: string | null = null;
  let inner = value;
  let list = '';
  for (const step of path) {
    if (Array.isArray(inner)) {
      inner = inner[Number(step)];
      const node = asRecord(inner);
      if (list.endsWith('blocks') && typeof node?.label === 'string') label = node.label;
    } else {
      list = String(step);
      inner = asRecord(inner)?.[list];
    }
  }
  return label;
}
