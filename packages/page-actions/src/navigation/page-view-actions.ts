import type { PageAction } from '@runwright/contract';
import type { ActionContext } from '../action-context.ts';
import { done, failed, type Outcome } from '../outcome.ts';

type Of<Type extends PageAction['action_type']> = Extract<PageAction, { action_type: Type }>;

/** `expand`: the next view prints what this one has folded. The page is not changed. */
export function expandViewItem(context: ActionContext, { id }: Of<'expand'>): Outcome {
  const { found, message } = context.tab.reader.expand(id.trim());
  return found ? done(message, { dispatch: 'none' }) : failed('stale_target', message, { dispatch: 'none' });
}

/** `find`: returns where a text is on the page. The page is not changed. */
export async function findText(context: ActionContext, { text }: Of<'find'>): Promise<Outcome> {
  const { message } = await context.tab.reader.findText(text, { signal: context.signal });
  return done(message, { dispatch: 'none' });
}
