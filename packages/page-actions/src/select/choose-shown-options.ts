import type { ActionContext } from '../action-context.ts';
import { type ActionOutcome, done, failed } from '../action-outcome.ts';
import type { ShownChoice } from '../in-page/choices.ts';
import { press } from '../pointer/press.ts';
import { refreshTarget } from '../targets/refresh-target.ts';
import type { Target } from '../targets/target.ts';
import { type ChoiceControl, createChoiceControl } from './choice-control.ts';
import { expandTreeTo } from './expand-tree.ts';
import { matchOption, type Wanted } from './match-option.ts';
import { disabledOption, noOption } from './no-option.ts';
import { levelsOf, type WantedOptions } from './wanted-options.ts';

const attempts = 2;

/**
 * Chooses among options that are shown already: a radio group, tabs, toggle buttons, an open list or menu. The control is one
 * of its members, or their frame.
 */
export async function chooseShownOptions(
  context: ActionContext,
  control: ChoiceControl,
  { options, isExact }: WantedOptions,
): Promise<ActionOutcome> {
  const { target } = control;
  for (const option of options) {
    const isFound = (choices: readonly ShownChoice[]): boolean =>
      typeof indexOf(choices, option) === 'number';
    await expandTreeTo(context, control, option, control.members, isFound);
  }
  const { choices, isMultiple } = await control.members();
  const wanted: number[] = [];
  for (const option of options) {
    const index = indexOf(choices, option);
    if (typeof index !== 'number')
      return noOption(
        target,
        choices.map(({ label }) => label),
        index,
        option,
      );
    if (choices[index]?.disabled) return disabledOption(target, choices[index].label);
    wanted.push(index);
  }
  if (isExact && wanted.length > 1 && !isMultiple && /^(radio|tab)$/.test(choices[0]?.role ?? '')) {
    return failed('unsupported', `${target.called} takes one option only, and ${wanted.length} were named.`, {
      target: target.about,
    });
  }
  const extra =
    isExact && isMultiple
      ? choices.flatMap(({ selected }, index) =>
          selected === true && !wanted.includes(index) ? [index] : [],
        )
      : [];
  let current = control;
  for (const [index, state] of [
    ...extra.map((index) => [index, false] as const),
    ...wanted.map((index) => [index, true] as const),
  ]) {
    const { refused, live } = await setMember(context, current, choices, index, state);
    if (refused) return refused;
    current = live;
  }
  const names = wanted.map((index) => `\`${choices[index]?.label}\``).join(', ');
  return done(`Chose ${names} in ${target.called}.`, {
    ...{ target: target.about, dispatch: 'pointer', wait: 'done' },
  });
}

/** The place of a choice; of one in a row of equals, such as stars, its number counts. */
function indexOf(choices: readonly ShownChoice[], option: Wanted): ReturnType<typeof matchOption> {
  const index = matchOption(choices, option);
  if (typeof index === 'number') return index;
  const last = levelsOf(option).at(-1);
  const inner = choices[0]?.role === 'treeitem' && last ? matchOption(choices, last) : index;
  if (typeof inner === 'number') return inner;
  const number = Number.parseInt(option.label ?? option.value ?? '', 10);
  const isRow = choices.length <= 10 && new Set(choices.map(({ label }) => label)).size === 1;
  return isRow && number >= 1 && number <= choices.length ? number - 1 : inner;
}

async function setMember(
  context: ActionContext,
  control: ChoiceControl,
  choices: readonly ShownChoice[],
  index: number,
  state: boolean,
): Promise<{ readonly refused: ActionOutcome | null; readonly live: ChoiceControl }> {
  const { target } = control;
  const choice = choices[index];
  let live = control;
  const taken = (): { readonly refused: null; readonly live: ChoiceControl } => ({ refused: null, live });
  if (!choice || choice.selected === state) return taken();
  let shown: boolean | null = choice.selected;
  let tries = 0;
  for (let attempt = 1; attempt <= attempts; attempt += 1) {
    const element: Target | null = await live.element(index, choice.label);
    // A member that is gone was a choice that closed its list.
    if (!element) return taken();
    const watch = await context.watch();
    const pressed = await press(context, element);
    if (pressed.status !== 'ok') return { refused: { ...pressed, target: target.about }, live };
    const { hasEffect, hasNavigated } = await watch.settle();
    if (hasNavigated) return taken();
    const again = await refreshTarget(context, live.target);
    const isAnew = again !== null && again !== live.target;
    if (isAnew) live = await createChoiceControl(context, again);
    const after = await live.members().catch(() => null);
    const now = after?.choices[index];
    if (!now || now.label !== choice.label || now.selected === state) return taken();
    // Nothing about it says whether it is chosen.
    if (now.selected === null && hasEffect && !/^(radio|tab|option)$/.test(now.role)) return taken();
    shown = now.selected;
    tries = attempt;
    if (isAnew) break;
  }
  const refused = failed(
    'state_mismatch',
    `\`${choice.label}\` of ${target.called} is ${shown === true ? 'selected' : 'not selected'} after ${tries === 1 ? 'a click' : `${tries} clicks`}, and should ${state ? 'be' : 'not be'}.`,
    { target: target.about, dispatch: 'pointer', wait: 'done' },
  );
  return { refused, live };
}
