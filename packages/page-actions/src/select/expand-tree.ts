import type { ActionContext } from '../action-context.ts';
import type { ShownChoice, ShownChoices } from '../in-page/choices.ts';
import { press } from '../pointer/press.ts';
import type { ChoiceControl } from './choice-control.ts';
import { matchOption, type Wanted } from './match-option.ts';
import { levelsOf } from './wanted-options.ts';

/** Most nodes of a tree to expand for one choice. */
const maximumNodes = 30;

/**
 * Expands the nodes of a tree until a choice is shown: those that its path names first, then one after the other.
 *
 * @param look the choices that are shown now
 */
export async function expandTreeTo(
  context: ActionContext,
  control: ChoiceControl,
  wanted: Wanted,
  look: () => Promise<ShownChoices>,
  isFound: (choices: readonly ShownChoice[]) => boolean,
): Promise<ShownChoices> {
  const path = levelsOf(wanted).slice(0, -1);
  const tried = new Set<string>();
  let shown = await look();
  for (let opened = 0; opened < maximumNodes; opened += 1) {
    const { choices } = shown;
    if (isFound(choices)) return shown;
    const isClosed = ({ role, expanded, label }: ShownChoice): boolean =>
      role === 'treeitem' && expanded === false && !tried.has(label);
    const named = path
      .map((level) => matchOption(choices, level))
      .find((at) => typeof at === 'number' && choices[at] !== undefined && isClosed(choices[at]));
    const at = typeof named === 'number' ? named : choices.findIndex(isClosed);
    const node = choices[at];
    if (!node) return shown;
    // A leaf may call itself closed as well.
    tried.add(node.label);
    await expandNode(context, control, at);
    shown = await look();
  }
  return shown;
}

/** Expands a node of a tree, when it has a button for that. */
export async function expandNode(
  context: ActionContext,
  control: ChoiceControl,
  index: number,
): Promise<void> {
  const opener = await control.expander(index);
  if (!opener) return;
  const watch = await context.watch();
  await press(context, opener);
  await watch.settle();
}
