import { type ControlState, colourOf, controlState, setValue, takeFocus } from '../in-page/control.ts';
import type { Hands, Target } from './hands.ts';
import { dateNotation, isDateType, isoDate } from './iso-date.ts';
import { done, failed, type Outcome } from './outcome.ts';
import { behindModal } from './press.ts';
import { plainNumber } from './read-number.ts';
import { renewed } from './renewed.ts';
import { isSame } from './same-value.ts';
import { complaintOf, type Typing } from './type-into.ts';

/** Fields that are set as a whole, because their parts differ from locale to locale. */
export function isSetWhole(type: string): boolean {
  return isDateType(type) || type === 'range' || type === 'color';
}

/** Sets a native date, time, range or colour in the notation of the browser, with the events of its own widget. */
export async function setWhole(
  hands: Hands,
  target: Target,
  { type }: ControlState,
  { text, isSecret, submit: isSubmitted }: Omit<Typing, 'clear'>,
): Promise<Outcome> {
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
  const covered = await behindModal(target);
  if (covered) return covered;
  const said = isSecret ? 'the secret' : `\`${wanted}\``;
  const watch = await hands.watch();
  await target.call(setValue, wanted);
  const settled = await watch.settle();
  const live = await renewed(hands, target);
  const state = live && (await live.call(controlState).catch(() => null));
  const holds = state === null || holdsValue(type, state.value, wanted);
  const readBack = {
    wanted: isSecret ? null : wanted,
    found: isSecret ? null : (state?.value ?? null),
    ...{ holds, attempts: 1 },
  };
  const rest = { target: about, dispatch: 'dom', readBack } as const;
  if (state && !holds) {
    const found = state.value === '' ? 'is empty' : isSecret ? 'does not' : `holds \`${state.value}\``;
    return failed(
      'value_mismatch',
      `${called} was to hold ${said} and ${found}. Look at its format, its limits and its step in the page view.`,
      { ...rest, settled },
    );
  }
  const complaint = complaintOf(state, isSecret);
  if (!isSubmitted) return done(`Set ${called} to ${said}.${complaint}`, { ...rest, settled });
  await live?.call(takeFocus);
  await hands.input.press('Enter');
  return done(`Set ${called} to ${said} and pressed Enter.${complaint}`, rest);
}

async function notation(target: Target, type: string, text: string): Promise<string | null> {
  if (isDateType(type)) return isoDate(type, text);
  if (type === 'color') return (await target.call(colourOf, text.trim())) || null;
  const number = plainNumber(text.replace(/[%\s]/g, ''));
  return number !== '' && Number.isFinite(Number(number)) ? String(Number(number)) : null;
}

function holdsValue(type: string, value: string, wanted: string): boolean {
  if (type === 'range') return Number(value) === Number(wanted);
  // Seconds that are nought may be left out.
  return isSame(value, wanted) || value.replace(/:00(\.0+)?$/, '') === wanted || value === `${wanted}:00`;
}
