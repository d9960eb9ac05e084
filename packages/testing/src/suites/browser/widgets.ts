import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type PageSite, pageSite } from './page-site.ts';
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

  describe('a field that judges its text when it is left', () => {
    let site: PageSite;
    beforeAll(async () => {
      site = await pageSite(() => ({
        '/leaving': `<label>Code <input id="c" onblur="c.value = 'none'"></label><label>Name <input></label><button>Send</button>`,
      }));
    });
    afterAll(() => site.close());

    it('is told with the next action, once', async () => {
      await guest().open(`${site.url}/leaving`);
      const type = (called: string, text: string) =>
        guest().act({ action_type: 'input_text', id: guest().id(called), text });
      expect(await type('textbox "Code"', 'A12')).toMatchObject({ status: 'ok', readBack: { found: 'A12' } });
      const { status, message } = await type('textbox "Name"', 'Ann');
      expect(status).toBe('ok');
      expect(message).toMatch(/"Code" \(a\d+\) holds `none` and not `A12`/);
      expect((await guest().click('button "Send"')).message).not.toContain('Code');
    });
  });
}
