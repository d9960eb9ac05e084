import type { ActionContext } from '../action-context.ts';
import { type ActionOutcome, done, failed } from '../action-outcome.ts';
import { dateNotation, isDateType, isoDate } from '../dates/iso-date.ts';
import {
  type ControlState,
  focusElement,
  parseColour,
  readControlState,
  setValue,
} from '../in-page/control-state.ts';
import { normalizeNumber } from '../pointer/normalize-number.ts';
import { refuseBehindModal } from '../pointer/press.ts';
import { refreshTarget } from '../targets/refresh-target.ts';
import type { Target } from '../targets/target.ts';
import { isSameText } from './same-value.ts';
import { complaintOf, type Typing } from './type-into.ts';

/** Returns true for fields that are set by value, because their parts differ between locales. */
export function isNativeValueType(type: string): boolean {
  return isDateType(type) || type === 'range' || type === 'color';
}

/** Sets a native date, time, range or colour in the notation of the browser, with the events of its own widget. */
export async function setNativeValue(
  context: ActionContext,
  target: Target,
  { type }: ControlState,
  { text, isSecret, submit: isSubmitted }: Omit<Typing, 'clear' | 'isPassword'>,
): Promise<ActionOutcome> {
  const { about, called } = target;
  const wanted = await notation(target, type, text);
  if (wanted === null) {
    const format = isDateType(type) ? dateNotation[type] : type === 'color' ? '#rrggbb' : 'a number';
    return failed(
      'value_mismatch',
      `${called} is a ${type} field, and ${isSecret ? 'the secret' : `\`${text.slice(0, 60)}\``} is not clearly one. Write it as ${format}.`,
      {
        target: about,
        readBack: { wanted: isSecret ? null : text, found: null, holds: false, attempts: 1 },
      },
    );
  }
  const covered = await refuseBehindModal(target);
  if (covered) return covered;
  const said = isSecret ? 'the secret' : `\`${wanted}\``;
  const watch = await context.watch();
  await target.call(setValue, wanted);
  const settled = await watch.settle();
  const live = await refreshTarget(context, target);
  const state = live && (await live.call(readControlState).catch(() => null));
  const holds = state === null || holdsValue(type, state.value, wanted);
  const readBack = {
    wanted: isSecret ? null : wanted,
    found: isSecret ? null : (state?.value ?? null),
    ...{ holds, attempts: 1 },
  };
  const rest = { target: about, dispatch: 'dom', readBack } as const;
  if (state && !holds) {
    const found =
      state.value === '' ? 'holds nothing' : isSecret ? 'holds another value' : `holds \`${state.value}\``;
    return failed(
      'value_mismatch',
      `${called} ${found} instead of ${said}. Check its format, its limits and its step in the page view.`,
      { ...rest, settled },
    );
  }
  const complaint = complaintOf(state, isSecret);
  if (!isSubmitted) return done(`Set ${called} to ${said}.${complaint}`, { ...rest, settled });
  await live?.call(focusElement);
  await context.tab.input.press('Enter');
  return done(`Set ${called} to ${said} and pressed Enter.${complaint}`, rest);
}

async function notation(target: Target, type: string, text: string): Promise<string | null> {
  if (isDateType(type)) return isoDate(type, text);
  if (type === 'color') return (await target.call(parseColour, text.trim())) || null;
  const number = normalizeNumber(text.replace(/[%\s]/g, ''));
  return number !== '' && Number.isFinite(Number(number)) ? String(Number(number)) : null;
}

function holdsValue(type: string, value: string, wanted: string): boolean {
  if (type === 'range') return Number(value) === Number(wanted);
  // Seconds that are nought may be left out.
  return isSameText(value, wanted) || value.replace(/:00(\.0+)?$/, '') === wanted || value === `${wanted}:00`;
}
