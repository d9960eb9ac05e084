import { type Json, type PageActionType, pageActions } from '@runwright/contract';

/** A decision: what to remember, and actions. */
export function act(memory: string, actions: readonly Json[]): Json {
  return { check: 'ok', memory, plan: [], actions };
}

/** Clicks an element. */
export function click(id: string, reason: string): Json {
  return pageAction('click', reason, { id });
}

/** Types into a field. */
export function inputText(id: string, text: string, reason: string): Json {
  return pageAction('input_text', reason, { id, text });
}

/** Chooses an option by its label. */
export function selectOption(id: string, label: string, reason: string): Json {
  return pageAction('select_option', reason, { id, label });
}

/** Ticks or clears a checkbox. */
export function checkbox(id: string, checked: boolean, reason: string): Json {
  return pageAction('checkbox', reason, { id, checked });
}

/** Reads the page that is shown. */
export function extract(goal: string): Json {
  return { reason: 'The data stands on this page.', action_type: 'extract', goal };
}

/** Says that the goal is reached. */
export function complete(summary: string): Json {
  return { reason: 'The page shows that the goal is reached.', action_type: 'complete', summary };
}

/** Gives up. `evidence` quotes the page. */
export function terminate(reason: string, category = 'goal_unreachable', evidence = ''): Json {
  return { reason, action_type: 'terminate', category, error_code: null, evidence };
}

/** An action on the page; fields that are not given are null, as strict output modes demand. */
function pageAction(type: PageActionType, reason: string, given: Readonly<Record<string, Json>>): Json {
  const fields = Object.keys(pageActions[type].modelFields).map((name) => [name, given[name] ?? null]);
  return { reason, action_type: type, ...Object.fromEntries(fields) };
}
