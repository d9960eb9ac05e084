import type { ActionContext } from '../action-context.ts';
import { type ActionOutcome, done, failed } from '../action-outcome.ts';
import { cutText } from '../cut-text.ts';
import { focusElement, selectAll } from '../in-page/control-state.ts';
import { createDateField, type DateFieldState } from '../in-page/date-field.ts';
import { press } from '../pointer/press.ts';
import { createInPageObject, type InPageObject } from '../targets/in-page-object.ts';
import type { Target } from '../targets/target.ts';
import { type Calendar, createCalendar } from './calendar.ts';
import { type DateFormat, isSameMoment, type Moment, mentions, writeMoment } from './date-format.ts';
import { fillSegments, holdMoments } from './date-segments.ts';
import { givenFormat, guessedTexts, momentsIn } from './date-texts.ts';

interface DateEntry {
  readonly context: ActionContext;
  readonly target: Target;
  readonly field: InPageObject;
  readonly state: DateFieldState;
  readonly moments: readonly Moment[];
  /** Format of the field; null when it is not known. */
  readonly format: DateFormat | null;
}

/**
 * Fills a field of dates or times that is none of the browser's own: by its parts, by typing in its own format, or by
 * its calendar. Null when the field is no such field or the text names no day and no time; then it is text like any
 * other.
 */
export async function fillDate(
  context: ActionContext,
  target: Target,
  text: string,
): Promise<ActionOutcome | null> {
  // Most texts are none: the page need not be asked about them.
  if (!/^\D{0,12}\d{1,4}\D+\d{1,4}/.test(text)) return null;
  const field = await createInPageObject(context, target, createDateField);
  const state = await readState(field);
  if (!state.isDate) return null;
  const format = givenFormat(state);
  const moments = momentsIn(text, format, state.language);
  if (!moments) return null;
  const work: DateEntry = { context, target, field, state: state, moments, format };
  if (state.segments.length > 0) return bySegments(work);
  if (moments.length === 2 && state.hasEnd) return bothEnds(work);
  return oneField(work);
}

async function readState(field: InPageObject): Promise<DateFieldState> {
  return (await field.call('read')) as DateFieldState;
}

async function bySegments(work: DateEntry): Promise<ActionOutcome> {
  const { context, target, field, state: look, moments } = work;
  const refused = await fillSegments(context, field, look, moments);
  if (refused) return { ...refused, target: target.about };
  const after = await readSettled(context, field);
  if (holdMoments(after, moments) && (!after.isInvalid || look.isInvalid))
    return accepted(target, after.segments.map(({ text }) => text).join(' '));
  const shown = after.segments.map(({ text }) => text).join(' ');
  return mismatch(target, `shows \`${shown}\`${after.isInvalid ? ' and says that it is wrong' : ''}`);
}

/** Two fields of one picker: the second one is filled right after the first, before the picker gives up. */
async function bothEnds(work: DateEntry): Promise<ActionOutcome> {
  const { context, target, field, state: look, moments } = work;
  const end = await field.element('end', 'end');
  const [from, to] = moments;
  if (!end || !from || !to) return mismatch(target, 'has no field for the end of the range');
  const endField = await createInPageObject(context, end, createDateField);
  const outcome = async (): Promise<ActionOutcome> => {
    const [one, other] = [await readSettled(context, field), await readState(endField)];
    const isKept = mentions(one.value, from, look.language) && mentions(other.value, to, look.language);
    const shown = `${one.value} - ${other.value}`;
    return isKept ? accepted(target, shown) : mismatch(target, `shows \`${shown}\``);
  };
  if (look.takesText) {
    const texts = (moment: Moment): readonly string[] =>
      work.format
        ? [writeMoment(moment, work.format, look.language)]
        : guessedTexts([moment], look.language).certain.slice(0, 1);
    const endLook = await readState(endField);
    const first = await byTyping(work, texts(from)[0] ?? '', 'insert');
    const endWork = { ...work, target: end, field: endField, look: endLook };
    const second = first.refused ? first : await byTyping(endWork, texts(to)[0] ?? '', 'insert');
    if (second.refused) return second.refused;
    const typed = await outcome();
    if (typed.status === 'ok') return typed;
  }
  const picked = await byCalendar(work);
  if (picked === null) return outcome();
  await context.tab.input.press('Escape');
  return picked === 'none' ? outcome() : picked;
}

async function oneField(work: DateEntry): Promise<ActionOutcome> {
  const { context, target, field, state: look, moments, format } = work;
  const guessed = guessedTexts(moments, look.language);
  if (look.takesText) {
    const given = format && moments.map((moment) => writeMoment(moment, format, look.language)).join(' - ');
    // Half a date is wrong to some fields for good; others see nothing but single keys.
    const ways: readonly (readonly [string, 'insert' | 'type'])[] =
      given === null
        ? guessed.certain.map((text) => [text, 'insert'] as const)
        : [
            [given, 'insert'],
            [given, 'type'],
          ];
    for (const [text, way] of ways) {
      const typed = await byTyping(work, text, way);
      if (typed.refused) return typed.refused;
      const { after } = typed;
      const isKept = shows(after, moments, format) && (!after.isInvalid || look.isInvalid);
      // A guess that the calendar of the field has not understood may stand there as any other text.
      if (isKept && (format !== null || typed.isMarked !== false)) return accepted(target, after.value);
    }
  }
  const picked = await byCalendar(work);
  if (picked === null) {
    const after = await readSettled(context, field);
    const isShown = moments.every((moment) => mentions(after.value, moment, look.language));
    return isShown ? accepted(target, after.value) : mismatch(target, `shows \`${after.value}\``);
  }
  if (picked !== 'none') {
    await context.tab.input.press('Escape');
    return picked;
  }
  if (look.takesText && format === null) {
    const { after, refused } = await byTyping(work, guessed.last, 'insert');
    if (refused) return refused;
    if (after.value === guessed.last && !after.isInvalid) return accepted(target, after.value);
  }
  const after = await readState(field);
  return mismatch(target, `shows \`${after.value}\`${after.isInvalid ? ' and says that it is wrong' : ''}`);
}

interface Typed {
  readonly after: DateFieldState;
  /** True when the calendar of the field marked the day; null when none was open. */
  readonly isMarked: boolean | null;
  readonly refused?: ActionOutcome;
}

async function byTyping(
  { context, target, field, state: look, moments, format }: DateEntry,
  text: string,
  way: 'insert' | 'type',
): Promise<Typed> {
  const pressed = await press(context, target);
  if (pressed.status !== 'ok') return { after: look, isMarked: null, refused: pressed };
  await target.call(selectAll);
  await context.tab.input[way](text);
  const calendar = await createCalendar(context, target, look.language);
  const [first] = moments;
  if (format === null) await settled(context);
  const isMarked = first?.year === undefined ? null : await calendar.marks(first);
  // Tab would give the focus to the next field, and some fields take that for a wish.
  const watch = await context.watch();
  await field.call('blur');
  await watch.settle();
  if ((await calendar.panels()).length > 0) {
    // Some calendars close by key alone.
    await target.call(focusElement);
    await context.tab.input.press('Tab');
    await settled(context);
  }
  return { after: await readState(field), isMarked };
}

/** Null when the days were pressed; `none` when the field opens no calendar. */
async function byCalendar({
  context,
  target,
  field,
  state: look,
  moments,
}: DateEntry): Promise<ActionOutcome | null | 'none'> {
  const calendar = await createCalendar(context, target, look.language);
  // What is open already may be the calendar of the field that has the focus now.
  const pressed = await press(context, target);
  if (pressed.status !== 'ok') return pressed;
  await settled(context);
  if (!(await isOpen(calendar))) {
    const opener = await field.element('calendar', 'opener');
    if (opener) await press(context, opener);
    await settled(context);
  }
  if (!(await isOpen(calendar))) return 'none';
  for (const moment of moments) {
    const refused = moment.year === undefined ? null : await calendar.choose(moment);
    if (refused) return refused;
    const isTimed = moment.hour !== undefined && (await calendar.hasColumns());
    const late = isTimed ? await calendar.chooseTime(moment) : null;
    if (late) return late;
  }
  await calendar.confirm();
  return null;
}

async function isOpen(calendar: Calendar): Promise<boolean> {
  return (await calendar.panels()).length > 0 || (await calendar.hasColumns());
}

async function settled(context: ActionContext): Promise<void> {
  await (await context.watch()).settle({ onlyChanges: true });
}

/** The field when nothing of it has the focus. */
async function readSettled(context: ActionContext, field: InPageObject): Promise<DateFieldState> {
  await settled(context);
  return readState(field);
}

/** Returns true when the text of the field can be read as the moments only. */
function shows(look: DateFieldState, moments: readonly Moment[], format: DateFormat | null): boolean {
  const shown = momentsIn(look.value, format ?? givenFormat(look), look.language);
  return (
    shown !== null &&
    shown.length === moments.length &&
    moments.every((moment, index) => isSameMoment(shown[index] ?? {}, moment))
  );
}

function accepted(target: Target, shown: string): ActionOutcome {
  return done(`Set ${target.called} to \`${cutText(shown, 60)}\`.`, {
    ...{ target: target.about, dispatch: 'keyboard', wait: 'done' },
  });
}

function mismatch(target: Target, found: string): ActionOutcome {
  return failed('value_mismatch', `${target.called} did not take the date and ${found}.`, {
    ...{ target: target.about, dispatch: 'keyboard', wait: 'done' },
  });
}
