import type { ActionContext } from '../action-context.ts';
import type { ShownChoice, ShownChoices } from '../in-page/choices.ts';
import type { FieldState } from '../in-page/field.ts';
import { done, failed, type Outcome } from '../outcome.ts';
import { press } from '../pointer/press.ts';
import { isChoiceShown, normalizeLabel } from './choice-shown.ts';
import { expandNode } from './expand-tree.ts';
import { type FoundChoice, findChoice } from './find-choice.ts';
import { matchOption, type Wanted } from './match-option.ts';
import { disabledOption, noOption } from './no-option.ts';
import { closeList, openList, type Picker } from './picker.ts';
import { levelsOf, nameOf } from './wanted-options.ts';

/** Most levels of a list. */
const maximumLevels = 4;

/** Opens the list of a control, chooses in it level by level, and checks whether the field shows the choice. */
export async function chooseFromList(
  context: ActionContext,
  picker: Picker,
  wanted: Wanted,
): Promise<Outcome> {
  const before = await picker.field();
  const { shown, refused } = await openList(context, picker);
  if (refused) return refused;
  const whole = await findChoice(context, picker, wanted, shown, levelsOf(wanted).length === 1);
  if ('index' in whole) return choose(context, picker, { ...whole, before, wanted });
  const levels = levelsOf(wanted);
  if (levels.length > 1) return chooseByPath(context, picker, { before, wanted, levels });
  if (whole.why === 'several') {
    await closeList(context, picker);
    return noOption(picker.target, whole.labels, 'several', wanted);
  }
  return keepText(context, picker, { before, wanted, whole });
}

interface Chosen {
  readonly index: number;
  readonly choice: ShownChoice;
  readonly isTyped: boolean;
  readonly labels: readonly string[];
  readonly before: FieldState;
  readonly wanted: Wanted;
}

async function choose(context: ActionContext, picker: Picker, chosen: Chosen): Promise<Outcome> {
  const { target } = picker;
  const { choice } = chosen;
  if (choice.disabled) {
    await closeList(context, picker);
    return disabledOption(target, choice.label);
  }
  const success = done(`Chose \`${choice.label}\` in ${target.called}.`, {
    ...{ target: target.about, dispatch: 'pointer', wait: 'done' },
  });
  if (
    choice.selected === true &&
    isChoiceShown(chosen.before, await picker.field(), { ...choice, selected: null }, chosen.labels)
  ) {
    await closeList(context, picker);
    return success;
  }
  const pressed = await pressChoice(context, picker, chosen);
  if (pressed.refused) return pressed.refused;
  if (pressed.hasNavigated || (await keepsChoice(context, picker, chosen))) return success;
  if (/^menuitem/.test(choice.role) && pressed.hasEffect && (await picker.list()).choices.length === 0)
    return success;
  if (await chooseByKey(context, picker, chosen)) return { ...success, dispatch: 'keyboard' };
  const after = await picker.field();
  const deeper = (await picker.list()).choices.map(({ label }) => `\`${label}\``).slice(0, 8);
  await closeList(context, picker);
  const hint = deeper.length > 0 && choice.expanded !== null ? ` It leads on to ${deeper.join(', ')}.` : '';
  return failed(
    'value_mismatch',
    `${target.called} shows \`${after.shown.slice(0, 100)}\` instead of \`${choice.label}\`.${hint}`,
    { target: target.about, wait: 'done' },
  );
}

async function pressChoice(
  context: ActionContext,
  picker: Picker,
  { index, choice }: Pick<Chosen, 'index' | 'choice'>,
): Promise<{ readonly refused?: Outcome; readonly hasNavigated: boolean; readonly hasEffect: boolean }> {
  const none = { hasNavigated: false, hasEffect: false };
  const element = await picker.element(index, choice.label);
  const { target } = picker;
  if (!element) {
    const message = `The option \`${choice.label}\` of ${target.called} went away. Try again.`;
    return { ...none, refused: failed('stale_target', message, { target: target.about }) };
  }
  const watch = await context.watch();
  const pressed = await press(context, element);
  if (pressed.status !== 'ok') return { ...none, refused: { ...pressed, target: target.about } };
  return watch.settle();
}

/** Resolves with true when the field keeps the choice, also without the focus. */
async function keepsChoice(
  context: ActionContext,
  picker: Picker,
  { before, choice, isTyped, labels }: Chosen,
): Promise<boolean> {
  const shown = await picker.list();
  const same = shown.choices.find(({ label }) => label === choice.label);
  if (same && choice.selected === false && same.selected === true) {
    // A list of one choice may mark the option under the pointer in the same way.
    const hasChanged = (await picker.field()).around !== before.around;
    if (shown.isMultiple || hasChanged || /^menuitem/.test(choice.role)) {
      await closeList(context, picker);
      return true;
    }
  }
  if (isTyped || shown.choices.length > 0) {
    // What was typed may stand there without having been chosen.
    if (shown.choices.length > 0 && choice.expanded === null) await closeList(context, picker);
    if (isTyped) await leaveField(context);
  }
  const after = await picker.field().catch(() => null);
  return after === null || isChoiceShown(before, after, choice, labels);
}

async function leaveField(context: ActionContext): Promise<void> {
  const watch = await context.watch();
  await context.tab.input.press('Tab');
  await watch.settle();
}

/** Tries again by arrow keys and Enter when the field does not show the choice. */
async function chooseByKey(context: ActionContext, picker: Picker, chosen: Chosen): Promise<boolean> {
  const { wanted, choice } = chosen;
  if (choice.expanded !== null) return false;
  const { shown, refused } = await openList(context, picker);
  if (refused) return false;
  const index = matchOption(shown.choices, wanted);
  if (typeof index !== 'number') return false;
  if (shown.choices[index]?.selected === true && choice.selected === false) {
    await closeList(context, picker);
    return true;
  }
  for (let step = 0; step <= Math.min(shown.choices.length, 40); step += 1) {
    const active = await picker.active();
    if (active === index) {
      const watch = await context.watch();
      await context.tab.input.press('Enter');
      await watch.settle();
      return keepsChoice(context, picker, chosen);
    }
    if (step > 1 && active < 0) break;
    await context.tab.input.press(active > index ? 'ArrowUp' : 'ArrowDown');
  }
  await closeList(context, picker);
  return false;
}

interface ChoicePath {
  readonly before: FieldState;
  readonly wanted: Wanted;
  readonly levels: readonly Wanted[];
}

/** Chooses level by level: in lists that open lists, menus with menus inside, and trees. */
export async function chooseByPath(
  context: ActionContext,
  picker: Picker,
  path: ChoicePath,
): Promise<Outcome> {
  const { before, levels, wanted } = path;
  const { target } = picker;
  if (levels.length > maximumLevels)
    return failed('unsupported', `\`${nameOf(wanted)}\` has more than ${maximumLevels} levels.`, {
      target: target.about,
    });
  let shown: ShownChoices = await picker.list();
  for (const [depth, level] of levels.entries()) {
    const isLast = depth === levels.length - 1;
    const found = await findChoice(context, picker, level, shown, false);
    if (!('index' in found)) {
      await closeList(context, picker);
      return noOption(target, found.labels, found.why, level);
    }
    const { choice, index } = found;
    if (isLast) return choose(context, picker, { ...found, before, wanted: level });
    if (choice.disabled) return disabledOption(target, choice.label);
    if (choice.role === 'treeitem') {
      if (choice.expanded !== true) await expandNode(context, picker, index);
      shown = await picker.waitForChoices(({ length }) => length > 0);
      continue;
    }
    if (choice.expanded !== true) {
      await picker.markShown();
      const pressed = await pressChoice(context, picker, found);
      if (pressed.refused) return pressed.refused;
    }
    shown = await picker.waitForChoices(({ length }) => length > 0);
  }
  return noOption(target, [], 'none', wanted);
}

/** Types the text into a field that accepts values outside its list. */
async function keepText(
  context: ActionContext,
  picker: Picker,
  {
    before,
    wanted,
    whole,
  }: Pick<ChoicePath, 'before' | 'wanted'> & { readonly whole: Extract<FoundChoice, { why: string }> },
): Promise<Outcome> {
  const { target } = picker;
  const text = wanted.label ?? wanted.value;
  if (text !== undefined && whole.isTyped && (await picker.isTyping())) {
    await picker.type(text);
    await leaveField(context);
    const after = await picker.field();
    if (
      normalizeLabel(after.shown) === normalizeLabel(text) &&
      !after.isInvalid &&
      after.shown !== before.shown
    ) {
      return done(`Typed \`${text}\` into ${target.called}, which has no such option and keeps the text.`, {
        ...{ target: target.about, dispatch: 'keyboard', wait: 'done' },
      });
    }
  }
  await closeList(context, picker);
  return noOption(target, whole.labels, 'none', wanted);
}
