import type { World } from './reading.ts';
import { testWidgets, type WidgetRow } from './widget-row.ts';
import { maskedFields, refusingFields, richFields, textFields, wholeFields } from './widgets-fields.ts';
import { clicks, moves, traps } from './widgets-pointer.ts';
import { codes, ranges, refusedStates, states } from './widgets-states.ts';

/** Native controls, widgets made by hand and traps: what every driver must manage without a model, and must not claim. */
export const widgetRows: readonly WidgetRow[] = [
  ...[...textFields, ...maskedFields, ...wholeFields, ...richFields, ...refusingFields],
  ...[...states, ...ranges, ...codes, ...refusedStates],
  ...[...clicks, ...moves, ...traps],
];

/** What a driver must manage on single widgets. */
export function testSingleWidgets({ guest }: World): void {
  testWidgets('single widgets', widgetRows, () => guest().session);
}
