import type { ActionContext } from '../action-context.ts';
import { type ActionOutcome, done, failed } from '../action-outcome.ts';
import { type ControlState, focusElement, readControlState } from '../in-page/control-state.ts';
import { findSliderTrack, type SliderTrack } from '../in-page/slider-track.ts';
import type { Target } from '../targets/target.ts';
import { type FreePoint, findPoint } from './find-point.ts';
import { normalizeNumber } from './normalize-number.ts';
import { findFreePoint } from './press.ts';

/** Most key presses for one value. */
const mostKeys = 250;

/** Keys that go up and down, in the order in which they are tried. */
const pairs: readonly [readonly [string, string], ...(readonly [string, string])[]] = [
  ['ArrowRight', 'ArrowLeft'],
  ['ArrowLeft', 'ArrowRight'],
  ['ArrowUp', 'ArrowDown'],
  ['ArrowDown', 'ArrowUp'],
];

type Range = NonNullable<ControlState['range']>;

/** Sets a custom slider or spin button to a value: by keys, and by dragging when keys do nothing. */
export async function setSlider(
  context: ActionContext,
  target: Target,
  state: ControlState,
  text: string,
): Promise<ActionOutcome> {
  const { about, called } = target;
  const { range } = state;
  const wanted = wantedOf(text);
  if (!range || !wanted) {
    return failed('unsupported', `${called} takes a number, and \`${text.slice(0, 60)}\` is none.`, {
      target: about,
    });
  }
  if (wanted.number !== null && isOutside(wanted.number, range)) {
    return failed(
      'value_mismatch',
      `${called} goes from ${range.low ?? 'any'} to ${range.high ?? 'any'}, and \`${text.slice(0, 60)}\` lies outside. It stays at ${range.now}.`,
      { target: about, readBack: { wanted: text, found: range.now, holds: false, attempts: 1 } },
    );
  }
  const watch = await context.watch();
  let dispatch: 'keyboard' | 'pointer' = 'keyboard';
  let last = await byKeys(context, target, wanted, range);
  if (!isAt(last, wanted) && last.now === range.now && wanted.number !== null) {
    dispatch = 'pointer';
    const dragged = await byDrag(context, target, wanted.number, last);
    if ('status' in dragged) return dragged;
    last = dragged;
  }
  const settled = await watch.settle();
  last = (await rangeOf(target)) ?? last;
  const holds = isAt(last, wanted);
  const shown = last.text ? `${last.now} (${last.text})` : `${last.now}`;
  const readBack = { wanted: text, found: last.now, holds, attempts: dispatch === 'keyboard' ? 1 : 2 };
  const rest = { target: about, dispatch, readBack, settled } as const;
  return holds
    ? done(`Set ${called} to ${shown}.`, rest)
    : failed(
        'value_mismatch',
        `${called} is at ${shown} instead of \`${text.slice(0, 60)}\`. Its steps may not include that value.`,
        rest,
      );
}

/** A value: a number, or a word that the control shows for one. */
interface Wanted {
  readonly number: number | null;
  readonly word: string;
}

function wantedOf(text: string): Wanted | null {
  const word = text.trim().toLowerCase();
  if (word === '') return null;
  const number = Number(
    normalizeNumber(word.replace(/[\s%]/g, '').replace(/^[^\d.-]+|(?<![^\d.])[^\d.]+$/g, '')),
  );
  return { word, number: /\d/.test(word) && Number.isFinite(number) ? number : null };
}

function isAt({ now, text }: Range, { number, word }: Wanted): boolean {
  const isNumber = number !== null && Math.abs(now - number) < 1e-6 * Math.max(1, Math.abs(number));
  return isNumber || (text !== '' && text.trim().toLowerCase() === word);
}

function isOutside(number: number, { low, high }: Range): boolean {
  return (low !== null && number < low) || (high !== null && number > high);
}

async function byKeys(context: ActionContext, target: Target, wanted: Wanted, start: Range): Promise<Range> {
  await target.call(focusElement);
  if (!(await target.call(readControlState)).focused) return start;
  let range = start;
  let pressed = 0;
  const press = async (key: string, times: number): Promise<number> => {
    const before = range.now;
    for (let count = 0; count < times; count += 1) await context.tab.input.press(key);
    pressed += times;
    range = (await rangeOf(target)) ?? range;
    return range.now - before;
  };
  if (wanted.number === null) {
    await press('Home', 1);
    while (!isAt(range, wanted) && pressed < mostKeys) {
      if ((await press('ArrowRight', 1)) === 0) break;
    }
    return range;
  }
  const { number } = wanted;
  // From the nearer end there are fewer steps to go.
  const { low, high } = range;
  if (low !== null && high !== null) {
    const away = Math.abs(number - range.now);
    if (number - low < away / 2) await press('Home', 1);
    else if (high - number < away / 2) await press('End', 1);
  }
  let known = 0;
  let keys: readonly [string, string] = pairs[0];
  while (!isAt(range, wanted) && pressed < mostKeys) {
    // Less than half a step away there is no nearer value.
    if (Math.abs(number - range.now) < known / 2) break;
    const isUp = number > range.now;
    const missing = number - range.now;
    const key = keys[isUp ? 0 : 1];
    // The step is learnt from one press.
    const step = await press(key, 1);
    if (Math.sign(step) !== Math.sign(missing)) {
      // Some controls know only upright keys, and some run from right to left.
      const next = pairs[pairs.indexOf(keys) + 1];
      if (!next) break;
      keys = next;
      continue;
    }
    known = Math.abs(step);
    const left = number - range.now;
    // The last step went too far: no number of steps meets the value.
    if (Math.sign(left) !== Math.sign(missing)) break;
    const steps = Math.min(Math.round(left / step), mostKeys - pressed);
    if (steps > 0) await press(key, steps);
  }
  return range;
}

/** Drags the thumb along its track, then again by what is missing. */
async function byDrag(
  context: ActionContext,
  target: Target,
  wanted: number,
  before: Range,
): Promise<Range | ActionOutcome> {
  const { low, high } = before;
  let range = before;
  let isTurned = false;
  if (low === null || high === null || low === high) return range;
  for (let attempt = 0; attempt < 4 && Math.abs(range.now - wanted) > 1e-6; attempt += 1) {
    const thumb: FreePoint | ActionOutcome = await findFreePoint(context, target);
    if ('status' in thumb) return thumb;
    const track: SliderTrack = await target.call(findSliderTrack);
    const middle = { x: thumb.box.x + thumb.box.width / 2, y: thumb.box.y + thumb.box.height / 2 };
    const start = track.isOwn ? middle : thumb;
    const from = track.isOwn ? (low + high) / 2 : range.now;
    const share = ((wanted - from) / (high - low)) * (isTurned ? -1 : 1);
    const by = share * (track.isUpright ? -track.length : track.length);
    const { now } = range;
    await context.tab.input.move(start);
    await context.tab.input.left('down');
    await context.tab.input.move(
      track.isUpright ? { x: start.x, y: start.y + by } : { x: start.x + by, y: start.y },
      8,
    );
    await context.tab.input.left('up');
    range = (await rangeOf(target)) ?? range;
    // Some run from right to left, or downwards.
    if ((range.now - now) * (wanted - from) < 0) isTurned = !isTurned;
  }
  // A frame later the page has drawn what was let go.
  await findPoint(context, target);
  return (await rangeOf(target)) ?? range;
}

async function rangeOf(target: Target): Promise<Range | null> {
  const state = await target.call(readControlState).catch(() => null);
  return state?.range ?? null;
}
