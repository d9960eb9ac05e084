import type { PageAction, RecordedTarget, TargetMatch, VisibleElement } from '@runwright/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { tagged } from '../tagged.ts';
import { type PageSite, pageSite } from './page-site.ts';
import type { PageContext } from './reading.ts';

const rows = (...names: readonly string[]) =>
  `<table>${names.map((name) => `<tr><td>${name}</td><td><button class="open">Open</button></td></tr>`).join('')}</table>`;

const pages: Readonly<Record<string, string>> = {
  '/recorded': `<main><form aria-label="Delivery"><label>E-mail <input id="mail" name="mail"></label>
    <button id="save" data-testid="save" type="button">Save</button></form>${rows('Lamp 1042', 'Vase 11042')}</main>`,
  '/new-ids': `<main><p>New!</p><form aria-label="Delivery"><label>E-mail <input id="q7" name="q7"></label>
    <div><button id="b9" type="button">Save</button></div></form>${rows('Vase 11042', 'Lamp 1042')}</main>`,
  '/new-names': `<main><form aria-label="Delivery"><label>Your address <input id="q8" name="q8"></label>
    <div><button id="b10" type="button">Submit order</button></div></form></main>`,
  '/board': `<div draggable="true" tabindex="0" aria-label="Card" style="width:90px;height:40px">Card</div>
    <div role="button" tabindex="0" aria-label="Done" style="width:90px;height:40px;margin-top:60px">Done</div>`,
  '/in-frame': `<iframe src="/recorded" style="width:600px;height:400px" title="Inner"></iframe><button>Save</button>`,
};

/** How an element of an earlier page is found again. */
export function testRecordedTargets({ client }: PageContext): void {
  describe('finding an element of an earlier page', () => {
    let site: PageSite;
    beforeAll(async () => {
      site = await pageSite(() => pages);
    });
    afterAll(() => site.close());

    const open = (path: string, shows?: RegExp) => client().open(`${site.url}${path}`, shows);
    /** Clicks an element and returns what the record says of it. */
    const record = async (path: string, called: string): Promise<RecordedTarget> => {
      await open(path);
      const click: PageAction = { action_type: 'click', id: client().id(called) };
      const { target } = await client().act(click);
      if (!target?.fingerprint || !target.selectors)
        throw new Error('The result does not describe its target.');
      const { kind, name, fingerprint, selectors, frame } = target;
      return { kind, name, fingerprint, selectors, ...(frame === undefined ? {} : { frame }) };
    };
    /** Opens another page; the matches there, each with its element. */
    const find = async (path: string, target: RecordedTarget, shows?: RegExp) => {
      await open(path, shows);
      const { signal } = new AbortController();
      const matches = (await client().session.page.findSimilar?.(target, { signal })) ?? [];
      const elements = (await client().read()).elements();
      return matches.map((match): TargetMatch & { readonly element: VisibleElement | undefined } => ({
        ...match,
        element: elements.find(({ id }) => id === match.id),
      }));
    };

    it('all selectors find the element while the page is as it was', async () => {
      const target = await record('/recorded', 'button "Save"');
      const [best] = await find('/recorded', target);
      expect(target.selectors).toHaveLength(3);
      expect(best).toMatchObject({ score: 1, selectors: [0, 1, 2], element: { name: 'Save' } });
    });

    it('an element with another id is found by role and name, and no other one is as similar', async () => {
      const target = await record('/recorded', 'button "Save"');
      const [best, second] = await find('/new-ids', target);
      expect(best).toMatchObject({ selectors: [2], element: { name: 'Save' } });
      expect(best?.score).toBeGreaterThanOrEqual(0.6);
      expect(second?.score).toBeLessThan((best?.score ?? 0) - 0.1);
    });

    it('no element is similar enough when name and id have changed', tagged('extended'), async () => {
      const target = await record('/recorded', 'button "Save"');
      const matches = await find('/new-names', target);
      expect(matches.filter(({ score }) => score >= 0.8)).toEqual([]);
      expect(matches.flatMap(({ selectors }) => selectors)).not.toContain(0);
    });

    it('of equal elements the one in the row with a text is found, by whole words', async () => {
      const target = await record('/recorded', 'button "Open"');
      const [match, ...others] = await find('/new-ids', { ...target, row: ['1042', 'Lamp'] });
      const boxes = (await client().read())
        .elements()
        .flatMap(({ name, box }) => (name === 'Open' ? [box.y] : []));
      expect(others).toEqual([]);
      expect(match?.element?.box.y).toBe(Math.max(...boxes));
    });

    it(
      'an element of a frame is looked for in the frame with the same address',
      tagged('extended'),
      async () => {
        const target = await record('/recorded', 'button "Save"');
        const matches = await find('/in-frame', target, /button "Save".*button "Save"/s);
        expect(matches[0]).toMatchObject({ score: 1, element: { name: 'Save' } });
        expect(matches.map(({ element }) => element?.frame)).not.toContain('a');
      },
    );

    it('an action at a point is recorded with the element that is there, also in a frame', async () => {
      const view = await open('/in-frame', /button "Save".*button "Save"/s);
      const inner = view.elements().find(({ name, frame }) => name === 'Save' && frame !== 'a');
      if (!inner) throw new Error('There is no button in the frame.');
      const point = { x: inner.box.x + 5, y: inner.box.y + 5 };
      const clicked = await client().act({ action_type: 'click', ...point });
      expect(clicked.target).toMatchObject({ id: inner.id, name: 'Save', fingerprint: expect.anything() });
      const missed = await client().act({ action_type: 'click', x: 700, y: 550 });
      expect(missed.target).toBeUndefined();
    });

    it('a drag is recorded with both elements', tagged('extended'), async () => {
      await open('/board');
      const [from, to] = [client().id('"Card"'), client().id('button "Done"')];
      const result = await client().act({ action_type: 'drag', from, to });
      expect(result).toMatchObject({ target: { name: 'Card' }, dropTarget: { name: 'Done' } });
    });

    it('a selector that does not parse finds nothing', tagged('extended'), async () => {
      const target = await record('/recorded', 'button "Save"');
      const [best] = await find('/recorded', {
        ...target,
        selectors: ['::nonsense(', '//[', 'role=button[name="Save"]'],
      });
      expect(best).toMatchObject({ selectors: [2], element: { name: 'Save' } });
    });
  });
}
