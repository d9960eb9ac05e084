import type { PageActionOf } from '@runwright/contract';
import type { ActionContext } from '../action-context.ts';
import { type ActionOutcome, done, failed } from '../action-outcome.ts';
import type { Executors } from '../executor.ts';

/** Actions that change only what is shown of the page. */
export const pageViewActions: Executors<'expand' | 'find'> = { expand: expandViewItem, find: findText };

/** `expand`: the next view prints what this one has folded. The page is not changed. */
function expandViewItem(context: ActionContext, { id }: PageActionOf<'expand'>): ActionOutcome {
  const { found, message } = context.tab.reader.expand(id.trim());
  return found ? done(message, { dispatch: 'none' }) : failed('stale_target', message, { dispatch: 'none' });
}

/** `find`: returns where a text is on the page. The page is not changed. */
async function findText(context: ActionContext, { text }: PageActionOf<'find'>): Promise<ActionOutcome> {
  const { signal } = context;
  const { findMask } = context.secrets;
  const { message } = await context.tab.reader.findText(text, { signal, findMask });
  return done(message, { dispatch: 'none' });
}
