import type { ActionContext } from '../action-context.ts';
import { type ActionOutcome, done, failed } from '../action-outcome.ts';
import { cutText } from '../cut-text.ts';
import type { ShownChoice, ShownChoices } from '../in-page/choices.ts';
import type { FieldState } from '../in-page/field.ts';
import { press } from '../pointer/press.ts';
import { type ChoiceControl, closeList, openList } from './choice-control.ts';
import { isChoiceShown, normalizeLabel } from './choice-shown.ts';
import { expandNode } from './expand-tree.ts';
import { type FoundChoice, findChoice } from './find-choice.ts';
import { matchOption, type Wanted } from './match-option.ts';
import { disabledOption, noOption } from './no-option.ts';
import { levelsOf, nameOf } from './wanted-options.ts';

/** Most levels of a list. */
const maximumLevels = 4;

/** Opens the list of a control, chooses in it level by level, and checks whether the field shows the choice. */
export async function chooseFromList(
  context: ActionContext,
  control: ChoiceControl,
  wanted: Wanted,
): Promise<ActionOutcome> {
  const before = await control.field();
  const { shown, refused } = await openList(context, control);
  if (refused) return refused;
  const whole = await findChoice(context, control, wanted, shown, levelsOf(wanted).length === 1);
  if ('index' in whole) return choose(context, control, { ...whole, before, wanted });
  const levels = levelsOf(wanted);
  if (levels.length > 1) return chooseByPath(context, control, { before, wanted, levels });
  if (whole.why === 'several') {
    await closeList(context, control);
    return noOption(control.target, whole.labels, 'several', wanted);
  }
  return keepText(context, control, { before, wanted, whole });
}

interface Chosen {
  readonly index: number;
  readonly choice: ShownChoice;
  readonly isTyped: boolean;
  readonly labels: readonly string[];
  readonly before: FieldState;
  readonly wanted: Wanted;
}

async function choose(
  context: ActionContext,
  control: ChoiceControl,
  chosen: Chosen,
): Promise<ActionOutcome> {
  const { target } = control;
  const { choice } = chosen;
  if (choice.disabled) {
    await closeList(context, control);
    return disabledOption(target, choice.label);
  }
  const success = done(`Chose \`${choice.label}\` in ${target.called}.`, {
    ...{ target: target.about, dispatch: 'pointer', wait: 'done' },
  });
  if (
    choice.selected === true &&
    isChoiceShown(chosen.before, await control.field(), { ...choice, selected: null }, chosen.labels)
  ) {
    await closeList(context, control);
    return success;
  }
  const pressed = await pressChoice(context, control, chosen);
  if (pressed.refused) return pressed.refused;
  if (pressed.hasNavigated || (await keepsChoice(context, control, chosen))) return success;
  if (/^menuitem/.test(choice.role) && pressed.hasEffect && (await control.list()).choices.length === 0)
    return success;
  if (await chooseByKey(context, control, chosen)) return { ...success, dispatch: 'keyboard' };
  const after = await control.field();
  const deeper = (await control.list()).choices.map(({ label }) => `\`${label}\``).slice(0, 8);
  await closeList(context, control);
  const hint = deeper.length > 0 && choice.expanded !== null ? ` It leads on to ${deeper.join(', ')}.` : '';
  return failed(
    'value_mismatch',
    `${target.called} shows \`${cutText(after.shown, 100)}\` instead of \`${choice.label}\`.${hint}`,
    { target: target.about, wait: 'done' },
  );
}

async function pressChoice(
  context: ActionContext,
  control: ChoiceControl,
  { index, choice }: Pick<Chosen, 'index' | 'choice'>,
): Promise<{
  readonly refused?: ActionOutcome;
  readonly hasNavigated: boolean;
  readonly hasEffect: boolean;
}> {
  const none = { hasNavigated: false, hasEffect: false };
  const element = await control.element(index, choice.label);
  const { target } = control;
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
  control: ChoiceControl,
  { before, choice, isTyped, labels }: Chosen,
): Promise<boolean> {
  const shown = await control.list();
  const same = shown.choices.find(({ label }) => label === choice.label);
  if (same && choice.selected === false && same.selected === true) {
    // A list of one choice may mark the option under the pointer in the same way.
    const hasChanged = (await control.field()).around !== before.around;
    if (shown.isMultiple || hasChanged || /^menuitem/.test(choice.role)) {
      await closeList(context, control);
      return true;
    }
  }
  if (isTyped || shown.choices.length > 0) {
    // What was typed may stand there without having been chosen.
    if (shown.choices.length > 0 && choice.expanded === null) await closeList(context, control);
    if (isTyped) await leaveField(context);
  }
  const after = await control.field().catch(() => null);
  return after === null || isChoiceShown(before, after, choice, labels);
}

async function leaveField(context: ActionContext): Promise<void> {
  const watch = await context.watch();
  await context.tab.input.press('Tab');
  await watch.settle();
}

/** Tries again by arrow keys and Enter when the field does not show the choice. */
async function chooseByKey(context: ActionContext, control: ChoiceControl, chosen: Chosen): Promise<boolean> {
  const { wanted, choice } = chosen;
  if (choice.expanded !== null) return false;
  const { shown, refused } = await openList(context, control);
  if (refused) return false;
  const index = matchOption(shown.choices, wanted);
  if (typeof index !== 'number') return false;
  if (shown.choices[index]?.selected === true && choice.selected === false) {
    await closeList(context, control);
    return true;
  }
  for (let step = 0; step <= Math.min(shown.choices.length, 40); step += 1) {
    const active = await control.active();
    if (active === index) {
      const watch = await context.watch();
      await context.tab.input.press('Enter');
      await watch.settle();
      return keepsChoice(context, control, chosen);
    }
    if (step > 1 && active < 0) break;
    await context.tab.input.press(active > index ? 'ArrowUp' : 'ArrowDown');
  }
  await closeList(context, control);
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
  control: ChoiceControl,
  path: ChoicePath,
): Promise<ActionOutcome> {
  const { before, levels, wanted } = path;
  const { target } = control;
  if (levels.length > maximumLevels)
    return failed('unsupported', `\`${nameOf(wanted)}\` has more than ${maximumLevels} levels.`, {
      target: target.about,
    });
  let shown: ShownChoices = await control.list();
  for (const [depth, level] of levels.entries()) {
    const isLast = depth === levels.length - 1;
    const found = await findChoice(context, control, level, shown, false);
    if (!('index' in found)) {
      await closeList(context, control);
      return noOption(target, found.labels, found.why, level);
    }
    const { choice, index } = found;
    if (isLast) return choose(context, control, { ...found, before, wanted: level });
    if (choice.disabled) return disabledOption(target, choice.label);
    if (choice.role === 'treeitem') {
      if (choice.expanded !== true) await expandNode(context, control, index);
      shown = await control.waitForChoices(({ length }) => length > 0);
      continue;
    }
    if (choice.expanded !== true) {
      await control.markShown();
      const pressed = await pressChoice(context, control, found);
      if (pressed.refused) return pressed.refused;
    }
    shown = await control.waitForChoices(({ length }) => length > 0);
  }
  return noOption(target, [], 'none', wanted);
}

/** Types the text into a field that accepts values outside its list. */
async function keepText(
  context: ActionContext,
  control: ChoiceControl,
  {
    before,
    wanted,
    whole,
  }: Pick<ChoicePath, 'before' | 'wanted'> & { readonly whole: Extract<FoundChoice, { why: string }> },
): Promise<ActionOutcome> {
  const { target } = control;
  const text = wanted.label ?? wanted.value;
  if (text !== undefined && whole.isTyped && (await control.isTyping())) {
    await control.type(text);
    await leaveField(context);
    const after = await control.field();
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
  await closeList(context, control);
  return noOption(target, whole.labels, 'none', wanted);
}
