import type { ActionContext } from '../action-context.ts';
import { type ActionOutcome, done, failed } from '../action-outcome.ts';
import { cutText } from '../cut-text.ts';
import type { ShownChoices } from '../in-page/choices.ts';
import type { FieldState } from '../in-page/field.ts';
import { press } from '../pointer/press.ts';
import { type ChoiceControl, closeList, openList } from './choice-control.ts';
import { containsLabel, normalizeLabel } from './choice-shown.ts';
import { chooseByPath } from './choose-from-list.ts';
import { findChoice } from './find-choice.ts';
import type { Wanted } from './match-option.ts';
import { disabledOption, noOption } from './no-option.ts';
import { nameOf } from './wanted-options.ts';

/** Makes these options the whole choice of a field that takes several: what is missing is added, the rest removed. */
export async function chooseSeveral(
  context: ActionContext,
  control: ChoiceControl,
  options: readonly Wanted[],
): Promise<ActionOutcome> {
  const { target } = control;
  const labels: string[] = [];
  let before = await control.field();
  const first = before;
  for (const [order, wanted] of options.entries()) {
    const chip = before.chips.find((label) => normalizeLabel(label) === normalizeLabel(nameOf(wanted)));
    if (chip !== undefined) {
      labels.push(chip);
      continue;
    }
    const open = await openList(context, control);
    if (open.refused) return open.refused;
    const found = await findChoice(context, control, wanted, open.shown, true);
    if (!('index' in found)) {
      await closeList(context, control);
      return noOption(target, found.labels, found.why, wanted);
    }
    const { choice, index } = found;
    if (choice.disabled) {
      await closeList(context, control);
      return disabledOption(target, choice.label);
    }
    if (order === 0 && choice.expanded !== null && choice.role !== 'treeitem' && options.length > 1)
      return chooseByPath(context, control, { before, wanted, levels: options });
    // A list may mark the option under the pointer as it marks a chosen one; the chips know better.
    if (choice.selected === true && before.chips.length === 0) {
      labels.push(choice.label);
      continue;
    }
    const element = await control.element(index, choice.label);
    const watch = await context.watch();
    const pressed = element && (await press(context, element));
    if (pressed && pressed.status !== 'ok') return { ...pressed, target: target.about };
    await watch.settle();
    const after = await control.field();
    labels.push(calledInField(choice.label, nameOf(wanted), before, after));
    before = after;
  }
  await removeRest(context, control, labels);
  const after = await control.field();
  const chosen = await chosenNow(context, control, { after, first, labels });
  await closeList(context, control);
  const rest = { target: target.about, dispatch: 'pointer', wait: 'done' } as const;
  const asked = labels.map((label) => `\`${label}\``).join(', ');
  if (isSameSet(chosen, labels)) return done(`Chose ${asked} in ${target.called}.`, rest);
  const shown = chosen.map((label) => `\`${label}\``).join(', ') || `\`${cutText(after.shown, 100)}\``;
  return failed('value_mismatch', `${target.called} holds ${shown} instead of ${asked}.`, rest);
}

/** Returns the label of a choice in the field. A choice that was created from typed text, such as `Create "one"`, goes by another name in the field. */
function calledInField(label: string, wanted: string, before: FieldState, after: FieldState): string {
  const fresh = after.chips.filter((chip) => !before.chips.includes(chip));
  return fresh.length === 1 && fresh[0] !== undefined && normalizeLabel(fresh[0]) === normalizeLabel(wanted)
    ? fresh[0]
    : label;
}

/** Takes out what was not asked for: by the buttons of its chips, else by its option in the list. */
async function removeRest(
  context: ActionContext,
  control: ChoiceControl,
  labels: readonly string[],
): Promise<void> {
  const isWanted = (label: string): boolean =>
    labels.some((one) => normalizeLabel(one) === normalizeLabel(label));
  for (let round = 0; round < 50; round += 1) {
    const { chips } = await control.field();
    const at = chips.findIndex((label) => !isWanted(label));
    if (at < 0) break;
    const remover = await control.remover(at);
    const watch = await context.watch();
    const pressed = remover && (await press(context, remover));
    await watch.settle();
    const { chips: left } = await control.field();
    if (pressed?.status !== 'ok' || left.length >= chips.length) break;
  }
  if ((await control.field()).chips.length > 0) return;
  for (let round = 0; round < 50; round += 1) {
    const shown = await opened(context, control);
    const at = shown.choices.findIndex(({ selected, label }) => selected === true && !isWanted(label));
    const element = at < 0 ? null : await control.element(at, shown.choices[at]?.label ?? '');
    if (!element) return;
    const watch = await context.watch();
    await press(context, element);
    await watch.settle();
    const now = (await opened(context, control)).choices.filter(({ selected }) => selected === true);
    if (now.length >= shown.choices.filter(({ selected }) => selected === true).length) return;
  }
}

async function opened(context: ActionContext, control: ChoiceControl): Promise<ShownChoices> {
  const open = await control.list();
  return open.choices.length > 0 ? open : (await openList(context, control)).shown;
}

/** Returns the selected labels: by the chips, else by the list, else by the text of the field. */
async function chosenNow(
  context: ActionContext,
  control: ChoiceControl,
  {
    after,
    first,
    labels,
  }: { readonly after: FieldState; readonly first: FieldState; readonly labels: readonly string[] },
): Promise<readonly string[]> {
  if (after.chips.length > 0) return after.chips;
  const { choices } = await opened(context, control);
  const selected = choices.filter((choice) => choice.selected === true);
  if (selected.length > 0) return selected.map(({ label }) => label);
  const named = [...labels, ...choices.map(({ label }) => label)];
  return named.filter((label) => containsLabel(after.around, label) && !containsLabel(first.around, label));
}

function isSameSet(one: readonly string[], other: readonly string[]): boolean {
  const list = (labels: readonly string[]): string =>
    JSON.stringify([...new Set(labels.map(normalizeLabel))].sort());
  return list(one) === list(other);
}
