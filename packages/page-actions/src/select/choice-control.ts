import type { ActionContext } from '../action-context.ts';
import { createChoices, type ShownChoice, type ShownChoices } from '../in-page/choices.ts';
import { createField, type FieldState } from '../in-page/field.ts';
import { press } from '../pointer/press.ts';
import { waitForActivity } from '../settle/settle.ts';
import { createInPageObject } from '../targets/in-page-object.ts';
import { maskShown, type Target } from '../targets/target.ts';
import { matchOption, type Wanted } from './match-option.ts';

/** Time in ms for a list to show choices. */
const offerMs = 1_500;
const pollMs = 60;
/** Time in ms without changes and loading after which a list is complete. */
const defaultCalmMs = 600;

/** The choices that a control offers, and the field that shows what was chosen. */
export interface ChoiceControl {
  readonly target: Target;
  /** Marks the elements that are shown, so that `list` returns those that appear later. */
  markShown(): Promise<void>;
  list(): Promise<ShownChoices>;
  members(): Promise<ShownChoices>;
  field(): Promise<FieldState>;
  /** The element of a choice of the last list. */
  element(index: number, label: string): Promise<Target | null>;
  expander(index: number): Promise<Target | null>;
  remover(index: number): Promise<Target | null>;
  /** Returns the element that opens the list. */
  opener(): Promise<Target>;
  active(): Promise<number>;
  /** Returns true when the focused element accepts text. */
  isTyping(): Promise<boolean>;
  /** Types in place of what was typed before. */
  type(text: string): Promise<void>;
  scroll(part: number): Promise<boolean>;
  scrollToFraction(part: number): Promise<number>;
  /**
   * Choices that stand still and are enough, or whatever there is when the time is over, or when nothing has changed for
   * `calmMs`, 600 unless told otherwise.
   */
  waitForChoices(
    isEnough: (choices: readonly ShownChoice[]) => boolean,
    ms?: number,
    calmMs?: number,
  ): Promise<ShownChoices>;
}

/** Creates the choice control of a target. */
export async function createChoiceControl(context: ActionContext, target: Target): Promise<ChoiceControl> {
  const choices = await createInPageObject(context, target, createChoices);
  const field = await createInPageObject(context, target, createField);
  const masked = (answer: unknown): unknown => maskShown(context, target, answer);
  const list = async (): Promise<ShownChoices> => masked(await choices.call('list')) as ShownChoices;
  return {
    target,
    list,
    markShown: async () => void (await choices.call('markShown')),
    members: async () => masked(await choices.call('members')) as ShownChoices,
    field: async () => masked(await field.call('readState')) as FieldState,
    element: (index, label) => choices.element(label, 'element', index),
    expander: (index) => choices.element('', 'expander', index),
    remover: (index) => field.element('', 'remover', index),
    isTyping: async () => (await field.call('isTyping')) === true,
    async type(text) {
      await field.call('selectTyped');
      if (text === '') {
        if ((await field.call('typed')) !== '') await context.tab.input.press('Delete');
      } else await context.tab.input.type(text.replace(/\s+/g, ' '));
    },
    opener: async () => {
      const { about, called } = target;
      const found = await field.element(about.name, 'opener');
      return found ? { ...found, about, called } : target;
    },
    active: async () => Number(await choices.call('active')),
    scroll: async (part) => (await choices.call('scroll', part)) === true,
    scrollToFraction: async (part) => Number(await choices.call('scrollToFraction', part)),
    async waitForChoices(isEnough, ms = offerMs, calmMs = defaultCalmMs) {
      const { activity } = context.tab;
      const startedAt = context.now();
      let before = '';
      let changedAt = startedAt;
      for (;;) {
        const shown = await list();
        const now = signatureOf(shown);
        const isStill = now === before && !shown.isBusy;
        if (!isStill) changedAt = context.now();
        if (isStill && isEnough(shown.choices)) return shown;
        const isOver = context.now() - changedAt >= calmMs && !activity.isLoading(startedAt, context.now());
        if (isOver || context.now() - startedAt >= ms) return shown;
        before = now;
        await waitForActivity(activity, pollMs, context.signal);
      }
    },
  };
}

/** Returns a text that is the same as long as a list shows the same choices. */
export function signatureOf({ choices, isBusy }: ShownChoices): string {
  return JSON.stringify([isBusy, choices.map(({ label }) => label)]);
}

/** Returns true when exactly one of the choices matches. */
export function isMatched(choices: readonly ShownChoice[], wanted: Wanted): boolean {
  return typeof matchOption(choices, wanted) === 'number';
}

/** Opens the list of a control, unless it is open, and waits for its choices. */
export async function openList(
  context: ActionContext,
  control: ChoiceControl,
  isEnough: (choices: readonly ShownChoice[]) => boolean = ({ length }) => length > 0,
): Promise<{ readonly shown: ShownChoices; readonly refused?: Awaited<ReturnType<typeof press>> }> {
  const { expanded } = await control.field();
  if (expanded === true) {
    const open = await control.list();
    if (open.choices.length > 0) return { shown: open };
  }
  await control.markShown();
  const opener = await control.opener();
  const direct = await press(context, opener);
  // An input may lie under what the field shows in its place.
  const pressed = direct.status === 'ok' ? direct : await press(context, control.target);
  if (pressed.status !== 'ok') return { shown: none, refused: pressed };
  const shown = await control.waitForChoices(isEnough, openMs);
  // A field that is typed into may offer nothing before.
  if (shown.choices.length > 0 || (await control.isTyping())) return { shown };
  // Some lists open by key alone, and some have closed again because the focus had opened them before the click.
  await context.tab.input.press('ArrowDown');
  return { shown: await control.waitForChoices(isEnough, openMs) };
}

/** Time in ms in which a list opens. */
const openMs = 600;
const none: ShownChoices = { choices: [], isMultiple: false, isBusy: false };

/** Closes a list that has stayed open. */
export async function closeList(context: ActionContext, control: ChoiceControl): Promise<void> {
  const { choices } = await control.list();
  if (choices.length === 0) return;
  const watch = await context.watch();
  await context.tab.input.press('Escape');
  await watch.settle({ onlyChanges: true });
}
