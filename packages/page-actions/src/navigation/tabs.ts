import type { PageActionOf } from '@runwright/contract';
import type { ActionContext } from '../action-context.ts';
import { type ActionOutcome, done, failed } from '../action-outcome.ts';
import type { Executors } from '../executor.ts';
import { gotoUrl } from './navigate.ts';

/** Actions of the tabs. */
export const tabActions: Executors<'new_tab' | 'switch_tab' | 'close_page'> = {
  new_tab: newTab,
  switch_tab: switchTab,
  close_page: closePage,
};

/** `new_tab`: blank, or at an address. */
async function newTab(context: ActionContext, action: PageActionOf<'new_tab'>): Promise<ActionOutcome> {
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
async function switchTab(
  { tabs }: ActionContext,
  { tab }: PageActionOf<'switch_tab'>,
): Promise<ActionOutcome> {
  if (await tabs.activate(tab)) return done(`Switched to the tab ${tab}.`, { dispatch: 'none' });
  return noTab(await tabs.list(), tab);
}

/** `close_page`: the active tab, or the one that is named. */
async function closePage(
  { tabs, tab: active }: ActionContext,
  { tab }: PageActionOf<'close_page'>,
): Promise<ActionOutcome> {
  const name = tab ?? active.name;
  if (await tabs.closeTab(name)) return done(`Closed the tab ${name}.`, { dispatch: 'none' });
  return noTab(await tabs.list(), name);
}

function noTab(tabs: readonly { readonly tab: string }[], name: string): ActionOutcome {
  const names = tabs.map((each) => `\`${each.tab}\``).join(', ');
  return failed('no_tab', `There is no tab \`${name}\`; there ${tabs.length === 1 ? 'is' : 'are'} ${names}.`);
}
