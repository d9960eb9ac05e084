import type { ActionTarget } from '@runwright/contract';
import type { FoundElement } from '@runwright/page-reader';
import type { Hands } from './hands.ts';
import { failed, type Outcome } from './outcome.ts';

/** An element of the page and how the record calls it. */
interface Resolved {
  readonly found: FoundElement;
  readonly about: ActionTarget;
}

/** The live element of an id, or the outcome that says why there is none. */
export async function resolve(hands: Hands, id: string): Promise<Resolved | Outcome> {
  const { reader } = hands.tab;
  const clean = id.trim().replace(/^\*/, '');
  const seen = reader.seen(clean);
  let found = await reader.find(clean, hands.limits);
  if (!found && seen) {
    // What was drawn again since the view takes its id over when the page is looked at.
    await reader.peek(hands.signal);
    found = await reader.find(clean, hands.limits);
  }
  if (!found || (!seen && !hands.isCurrent)) {
    const name = seen ? ` (${seen.kind} "${seen.name}")` : '';
    return failed(
      'stale_target',
      `\`${clean}\`${name} is not on the page any more. Read the page again and choose from it.`,
    );
  }
  return {
    found,
    about: {
      id: clean,
      kind: seen?.kind ?? 'item',
      name: seen?.name ?? '',
      frame: found.frame.url,
      ...(seen ? { box: seen.box } : {}),
    },
  };
}
