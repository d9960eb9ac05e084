import type { PageAction } from '@runwright/contract';
import type { ActionContext } from './hands.ts';
import { done, failed, type Outcome } from './outcome.ts';

type Of<Type extends PageAction['action_type']> = Extract<PageAction, { action_type: Type }>;

/** `expand`: the next view prints what this one has folded. Nothing is done to the page. */
export function expandViewItem(hands: ActionContext, { id }: Of<'expand'>): Outcome {
  const { found, message } = hands.tab.reader.expand(id.trim());
  return found ? done(message, { dispatch: 'none' }) : failed('stale_target', message, { dispatch: 'none' });
}

/** `find`: tells where a text stands on the page. Nothing is done to the page. */
export async function findText(hands: ActionContext, { text }: Of<'find'>): Promise<Outcome> {
  const { message } = await hands.tab.reader.findText(text, { signal: hands.signal });
  return done(message, { dispatch: 'none' });
}
