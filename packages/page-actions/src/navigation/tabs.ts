import type { PageAction } from '@runwright/contract';
import type { ActionContext } from '../action-context.ts';
import { done, failed, type Outcome } from '../outcome.ts';
import { gotoUrl } from './navigate.ts';

type Of<Name extends PageAction['action_type']> = Extract<PageAction, { action_type: Name }>;

/** `new_tab`: blank, or at an address. */
export async function newTab(context: ActionContext, action: Of<'new_tab'>): Promise<Outcome> {
  const { tabs } = context;
  if (tabs.isFull()) {
    return failed(
      'unsupported',
      `There are ${tabs.count()} tabs, which is the most there may be. Close one first.`,
    );
  }
  await tabs.open();
  const tab = await tabs.active();
  if (action.url === undefined) return done(`Opened the tab ${tab.name}.`, { dispatch: 'navigation' });
  const there: ActionContext = { ...context, tab };
  // A link of the view that the action was planned on is one of the tab before.
  const address = context.tab.reader.address(action.url.trim().replace(/^\{|\}$/g, '')) ?? action.url;
  return gotoUrl(there, { action_type: 'goto_url', url: address });
}

/** `switch_tab`: by its name. */
export async function switchTab({ tabs }: ActionContext, { tab }: Of<'switch_tab'>): Promise<Outcome> {
  if (await tabs.activate(tab)) return done(`Switched to the tab ${tab}.`, { dispatch: 'none' });
  return noTab(await tabs.list(), tab);
}

/** `close_page`: the active tab, or the one that is named. */
export async function closePage(
  { tabs, tab: active }: ActionContext,
  { tab }: Of<'close_page'>,
): Promise<Outcome> {
  const name = tab ?? active.name;
  if (await tabs.closeTab(name)) return done(`Closed the tab ${name}.`, { dispatch: 'none' });
  return noTab(await tabs.list(), name);
}

function noTab(tabs: readonly { readonly tab: string }[], name: string): Outcome {
  const names = tabs.map((each) => `\`${each.tab}\``).join(', ');
  return failed('no_tab', `There is no tab \`${name}\`; there ${tabs.length === 1 ? 'is' : 'are'} ${names}.`);
}
