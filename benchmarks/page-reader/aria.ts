import type { Target } from '@runwright/fixtures/recall/expected-targets';
import type { Page } from 'playwright-core';

const timeout = 180_000;

/** What Playwright's own snapshot for models says of a page, and how long it took, in milliseconds. */
export async function ariaSnapshot(page: Page): Promise<{ readonly text: string; readonly ms: number }> {
  const startedAt = performance.now();
  const text = await page.ariaSnapshot({ mode: 'ai', timeout });
  return { text, ms: performance.now() - startedAt };
}

/** The share of the required targets at whose place a line of the snapshot stands that an action can name. */
export async function ariaRecall(page: Page, truth: readonly Target[]): Promise<number> {
  const text = await page.ariaSnapshot({ mode: 'ai', boxes: true, timeout });
  const boxes = [...text.matchAll(/\[ref=\w+\].*?\[box=(-?[\d.]+),(-?[\d.]+),([\d.]+),([\d.]+)\]/g)].map(
    ([, ...sides]) => sides.map(Number),
  );
  const stands = (sides: readonly number[]): boolean =>
    boxes.some((box) => sides.every((side, index) => Math.abs(side - (box[index] ?? Number.NaN)) <= 2));
  const required = truth.filter(({ isRequired }) => isRequired);
  const found = required.filter((target) =>
    target.boxes.some(({ x, y, width, height }) => stands([x, y, width, height])),
  );
  return required.length === 0 ? 1 : found.length / required.length;
}
