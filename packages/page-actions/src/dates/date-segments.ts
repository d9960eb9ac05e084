import type { ActionContext } from '../action-context.ts';
import type { ActionOutcome } from '../action-outcome.ts';
import type { DateFieldState, DateSegment } from '../in-page/date-field.ts';
import { press } from '../pointer/press.ts';
import type { InPageObject } from '../targets/in-page-object.ts';
import type { Moment } from './date-format.ts';

/** Types a moment into a field whose parts take digits one by one. Null when all was typed. */
export async function fillSegments(
  context: ActionContext,
  field: InPageObject,
  { segments }: DateFieldState,
  moments: readonly Moment[],
): Promise<ActionOutcome | null> {
  const perMoment = Math.max(1, Math.ceil(segments.length / moments.length));
  for (const [index, { part }] of segments.entries()) {
    const moment = moments[Math.floor(index / perMoment)] ?? moments[0];
    const text = moment && part ? textOf(part, moment, segments) : null;
    if (text === null) continue;
    const segment = await field.element(part ?? '', 'segment', index);
    if (!segment) continue;
    const pressed = await press(context, segment);
    if (pressed.status !== 'ok') return pressed;
    await context.tab.input.type(text);
  }
  return null;
}

function textOf(
  part: NonNullable<DateSegment['part']>,
  moment: Moment,
  segments: readonly DateSegment[],
): string | null {
  if (part === 'period') return moment.hour === undefined ? null : moment.hour < 12 ? 'a' : 'p';
  const number = moment[part];
  if (number === undefined) return null;
  const has12 = part === 'hour' && segments.some((one) => one.part === 'period');
  return String(has12 ? number % 12 || 12 : number).padStart(part === 'year' ? 4 : 2, '0');
}

/** Returns true when the segments of a field hold the moments. */
export function holdMoments({ segments }: DateFieldState, moments: readonly Moment[]): boolean {
  const perMoment = Math.max(1, Math.ceil(segments.length / moments.length));
  return segments.every(({ part, now, text }, index) => {
    const moment = moments[Math.floor(index / perMoment)] ?? moments[0];
    const wanted = moment && part ? textOf(part, moment, segments) : null;
    if (wanted === null || part === null) return true;
    if (part === 'period') return text.toLowerCase().startsWith(wanted);
    // An hour of twelve is counted by some from one to twelve, by others from nought to twenty-three.
    return (
      now === Number(wanted) || (part === 'hour' && now === moment?.hour) || Number(text) === Number(wanted)
    );
  });
}
