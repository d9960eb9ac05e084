import type { PageActionOf } from '@runwright/contract';
import { findMaskOrigin } from '@runwright/page-reader';
import type { ActionContext } from '../action-context.ts';
import { type ActionOutcome, done, failed } from '../action-outcome.ts';
import { createShownTexts } from '../in-page/text-range.ts';
import type { Point } from '../port.ts';
import { findUnmaskedText, squeeze } from './find-unmasked-text.ts';

/** The button is pressed in front of the text and released behind it; pages see the moves between. */
const dragSteps = 8;

/** `select_text`: drags the pointer over a text of the main frame, as a person marks it. */
export async function selectText(
  context: ActionContext,
  { text }: PageActionOf<'select_text'>,
): Promise<ActionOutcome> {
  const { tab, limits, secrets } = context;
  const frame = await tab.channel.main(limits);
  const origin = findMaskOrigin([frame]);
  const mask = (part: string): string => secrets.mask(part, [origin]);
  const shown = mask(text).slice(0, 100);
  const page = await frame.evaluate(`(${createShownTexts})()`, limits);
  const texts = toTexts(await frame.call(page, 'function () { return this.texts(); }', [], limits));
  const found = await findUnmaskedText(texts, text, mask);
  const range =
    found &&
    toRange(
      await frame.call(
        page,
        'function (...ends) { return this.range(...ends); }',
        [found.first, found.last],
        limits,
      ),
    );
  if (range === null) {
    return failed(
      'stale_target',
      `No text that is shown says "${shown}". Use \`find\`, and give its very words.`,
      {
        dispatch: 'none',
      },
    );
  }
  await tab.input.move(range.from);
  await tab.input.left('down');
  try {
    await tab.input.move(range.to, dragSteps);
  } finally {
    await tab.input.left('up');
  }
  const selected = mask(
    String(await frame.call(page, 'function () { return this.selected(); }', [], limits)),
  );
  const holds = squeeze(selected) === squeeze(text);
  const readBack = { wanted: text, found: selected.slice(0, 1_000), holds, attempts: 1 };
  const rest = { dispatch: 'pointer', wait: 'changes', readBack } as const;
  return holds
    ? done(`Selected "${shown}".`, rest)
    : failed(
        'value_mismatch',
        `The page has selected "${selected.slice(0, 100)}" instead of "${shown}". It may not let this text be selected.`,
        rest,
      );
}

function toTexts(answer: unknown): readonly string[] {
  return Array.isArray(answer) ? answer.map(String) : [];
}

function toRange(answer: unknown): { readonly from: Point; readonly to: Point } | null {
  if (typeof answer !== 'object' || answer === null || !('from' in answer) || !('to' in answer)) return null;
  const [from, to] = [toPoint(answer.from), toPoint(answer.to)];
  return from && to ? { from, to } : null;
}

function toPoint(value: unknown): Point | null {
  if (typeof value !== 'object' || value === null || !('x' in value) || !('y' in value)) return null;
  const [x, y] = [Number(value.x), Number(value.y)];
  return Number.isFinite(x) && Number.isFinite(y) ? { x, y } : null;
}
