import type { ActionContext } from '../action-context.ts';
import { type ActionOutcome, failed } from '../action-outcome.ts';
import { type CalendarPanel, createCalendarReader } from '../in-page/calendar-reader.ts';
import { press } from '../pointer/press.ts';
import { waitForActivity } from '../settle/settle.ts';
import { createInPageObject, type InPageObject } from '../targets/in-page-object.ts';
import type { Target } from '../targets/target.ts';
import { type Moment, monthOf } from './date-format.ts';

/** Most steps to another month or year. */
const maximumTurns = 150;
const drawMs = 60;

/** The calendar that belongs to a field, once it is open. */
export interface Calendar {
  panels(): Promise<readonly CalendarPanel[]>;
  /** Goes to the month of a day and presses it. Null when it was pressed. */
  choose(moment: Moment): Promise<ActionOutcome | null>;
  /** Presses a time in columns of hours and minutes. Null when it was pressed. */
  chooseTime(moment: Moment): Promise<ActionOutcome | null>;
  /** Resolves with true when an open calendar marks the day as selected; null when none is open. */
  marks(moment: Moment): Promise<boolean | null>;
  hasColumns(): Promise<boolean>;
  /** Presses `OK`, where there is one. */
  confirm(): Promise<void>;
}

/** @param language of the field, for the names of months */
export async function createCalendar(
  context: ActionContext,
  target: Target,
  language: string,
): Promise<Calendar> {
  const inPage = await createInPageObject(context, target, createCalendarReader);
  const panels = async (): Promise<readonly CalendarPanel[]> =>
    (await inPage.call('read')) as CalendarPanel[];
  const columns = async (): Promise<readonly (readonly string[])[]> =>
    (await inPage.call('columns')) as string[][];

  const turn = async (
    panel: number,
    direction: 'previous' | 'next',
    isYear: boolean,
  ): Promise<ActionOutcome | null> => {
    const button = await inPage.element('turn', 'navigationButton', panel, direction, isYear);
    if (!button) return unreachable(target);
    const outcome = await press(context, button);
    return outcome.status === 'ok' ? null : { ...outcome, target: target.about };
  };

  /** The panel that shows the month, after as many turns as it takes; the outcome when it cannot be reached. */
  const goTo = async (wanted: number): Promise<number | ActionOutcome> => {
    let hasSet = false;
    for (let turns = 0, stuck = 0; turns < maximumTurns && stuck < 3; turns += 1) {
      const shown = (await panels()).map((panel) => monthShown(panel, language));
      const at = shown.indexOf(wanted);
      if (at >= 0) return at;
      const first = shown[0] ?? null;
      if (first === null) return unreachable(target);
      const panel = wanted < first ? 0 : shown.length - 1;
      const last = shown[panel] ?? first;
      const distance = wanted - last;
      if (!hasSet) {
        hasSet = true;
        const isSet = await inPage.call('set', panel, Math.floor(wanted / 12), (wanted % 12) + 1);
        if (isSet === true) {
          await waitForActivity(context.tab.activity, drawMs, context.signal);
          continue;
        }
      }
      const { canGo } = (await panels())[panel] ?? {};
      const direction = distance < 0 ? 'previous' : 'next';
      const canYear = direction === 'previous' ? canGo?.previousYear : canGo?.nextYear;
      const refused = await turn(panel, direction, Math.abs(distance) >= 12 && canYear === true);
      if (refused) return refused;
      const now = await hasTurned(panel, last);
      stuck = now ? 0 : stuck + 1;
    }
    return unreachable(target);
  };
  /** Waits until a panel shows another month. */
  const hasTurned = async (panel: number, before: number): Promise<boolean> => {
    for (let attempt = 0; attempt < 8; attempt += 1) {
      const shown = (await panels())[panel];
      if (shown && monthShown(shown, language) !== before) return true;
      await waitForActivity(context.tab.activity, drawMs, context.signal);
    }
    return false;
  };

  return {
    panels,
    async choose({ year, month, day }) {
      if (year === undefined || month === undefined || day === undefined) return unreachable(target);
      const panel = await goTo(year * 12 + month - 1);
      if (typeof panel !== 'number') return panel;
      const days = (await panels())[panel]?.days ?? [];
      const index = days.findIndex((one) => one.shift === 0 && one.day === day);
      if (index < 0) return unreachable(target);
      if (days[index]?.disabled) {
        return failed(
          'disabled',
          `The calendar of ${target.called} does not offer ${year}-${month}-${day}.`,
          {
            ...{ target: target.about, dispatch: 'pointer', wait: 'done' },
          },
        );
      }
      const cell = await inPage.element(String(day), 'day', panel, index);
      return cell ? pressed(context, target, cell) : unreachable(target);
    },
    async marks({ year = 0, month = 1, day }) {
      const shown = await panels();
      if (shown.length === 0) return null;
      return shown.some(
        (panel) =>
          monthShown(panel, language) === year * 12 + month - 1 &&
          panel.days.some((one) => one.day === day && one.shift === 0 && one.selected),
      );
    },
    hasColumns: async () => (await columns()).length >= 2,
    async chooseTime(moment) {
      const { hour = 0, minute = 0 } = moment;
      const lists = await columns();
      const hasPeriod = lists.some((items) => items.some((item) => /^pm$/i.test(item)));
      const wanted = [hasPeriod ? hour % 12 || 12 : hour, minute, ...(hasPeriod ? [] : [moment.second ?? 0])];
      for (const [column, items] of lists.entries()) {
        const isPeriod = items.some((item) => /^pm$/i.test(item));
        const number = wanted[column];
        const index = items.findIndex((item) =>
          isPeriod ? /^pm$/i.test(item) === hour >= 12 : Number.parseInt(item, 10) === number,
        );
        if (!isPeriod && number === undefined) break;
        const cell = index < 0 ? null : await inPage.element(items[index] ?? '', 'columnItem', column, index);
        if (!cell) return unreachable(target);
        const refused = await pressed(context, target, cell);
        if (refused) return refused;
      }
      return null;
    },
    confirm: () => confirm(context, target, inPage),
  };
}

async function confirm(context: ActionContext, target: Target, inPage: InPageObject): Promise<void> {
  const button = await inPage.element('OK', 'confirmButton');
  if (button) await pressed(context, target, button);
}

async function pressed(context: ActionContext, target: Target, part: Target): Promise<ActionOutcome | null> {
  const watch = await context.watch();
  const outcome = await press(context, part);
  if (outcome.status !== 'ok') return { ...outcome, target: target.about };
  await watch.settle({ onlyChanges: true });
  return null;
}

function unreachable(target: Target): ActionOutcome {
  return failed(
    'value_mismatch',
    `${target.called} does not take the text, and its calendar does not lead there.`,
    {
      ...{ target: target.about, dispatch: 'pointer', wait: 'done' },
    },
  );
}

/** The month that a calendar shows, as `year * 12 + month` with months from 0; null when nothing says. */
export function monthShown(
  { month, title }: Pick<CalendarPanel, 'month' | 'title'>,
  language: string,
): number | null {
  const own = /^(\d{4})-(\d{2})$/.exec(month);
  if (own) return Number(own[1]) * 12 + Number(own[2]) - 1;
  const year = /(?:^|\D)((?:19|20)\d{2})(?:\D|$)/.exec(title)?.[1];
  if (year === undefined) return null;
  const named = (title.match(/\p{L}+/gu) ?? [])
    .map((word) => monthOf(word, language))
    .find((number) => number > 0);
  const counted = /(?:^|\D)(0?[1-9]|1[0-2])(?:\D|$)/.exec(title.replace(year, ' '))?.[1];
  const number = named ?? (counted === undefined ? undefined : Number(counted));
  return number === undefined ? null : Number(year) * 12 + number - 1;
}
