import type { PageAction } from '@runwright/contract';
import { describe, expect, it } from 'vitest';
import { namedValues } from './bind-value.ts';
import { generateProgram, type LearnedRun } from './generate-program.ts';
import type { PageStep, RecordedStep } from './recorded-steps.ts';

const home = 'https://a.test/';

function step(
  action: PageAction,
  {
    name = '',
    kind = 'button',
    to = home,
    ...more
  }: {
    readonly name?: string;
    readonly kind?: string;
    readonly to?: string;
    readonly row?: string;
    readonly href?: string;
    readonly world?: boolean;
    readonly from?: string;
    readonly events?: PageStep['events'];
  } = {},
): PageStep {
  const { row = '', href, world = false, from = home, events = [] } = more;
  const attributes = href === undefined ? [] : [`href=${href}`];
  const fingerprint = { name: name.toLowerCase(), kind, attributes, path: '/main', row, placeholder: '' };
  const selectors = [
    ...(href === undefined ? [] : [`a[href="${href}"]`]),
    `role=${kind}[name=${JSON.stringify(name)}]`,
  ];
  return {
    ...{ type: 'action', action, urlBefore: from, urlAfter: to, hasWorldEffect: world, events },
    target: name === '' ? null : { kind, name, fingerprint, selectors },
    dropTarget: null,
  };
}
const click = (name: string, more: Parameters<typeof step>[1] = {}) =>
  step({ action_type: 'click', id: name }, { name, ...more });
const type = (name: string, text: string) =>
  step({ action_type: 'input_text', id: name, text }, { name, kind: 'textbox' });
const extract: RecordedStep = { type: 'extract', goal: null };

/** Statements of the program of some steps, without comments. */
function programOf(steps: readonly RecordedStep[], members: Partial<LearnedRun> = {}): readonly string[] {
  const { code } = generateProgram({
    ...{
      label: 'order',
      runId: 'wr_1',
      prompt: 'Do it.',
      steps,
      hasDataGoal: true,
      hasData: false,
      hasCriteria: false,
    },
    sources: { written: 'Do it.', named: [namedValues('params', { order: 'PO-1042', name: 'Ann Ace' })] },
    ...members,
  });
  return code.split('\n').filter((line) => line !== '' && !line.startsWith('//'));
}

describe('the program of a block', () => {
  it('leaves out a text that was typed again, and a page that was left by going back', () => {
    const detour = 'https://a.test/help';
    const steps = [
      type('Name', 'Ann'),
      type('Name', 'Ann Ace'),
      click('Help', { to: detour }),
      step({ action_type: 'scroll', direction: 'down' }, { from: detour, to: detour }),
      step({ action_type: 'go_back' }, { from: detour, to: home }),
      click('Send', { world: true, to: 'https://a.test/thanks' }),
    ];
    expect(programOf(steps)).toEqual([
      `await page.fill(target('name'), params.name);`,
      `await page.click(target('send'), { leadsTo: "/thanks" });`,
    ]);
  });

  it('keeps a page on which something was chosen or downloaded before it was left', () => {
    const page = 'https://a.test/invoice';
    const visit = (inner: RecordedStep) => [
      click('Invoice', { to: page }),
      inner,
      step({ action_type: 'go_back' }, { from: page, to: home }),
    ];
    const download = step({ action_type: 'download_file', id: 'a1' }, { name: 'PDF', from: page, to: page });
    const check = step(
      { action_type: 'checkbox', id: 'a1', checked: true },
      { name: 'Paid', from: page, to: page },
    );
    expect(programOf(visit(download))).toHaveLength(3);
    expect(programOf(visit(check))).toHaveLength(3);
  });

  it('keeps a page that had an effect before it was left', () => {
    const steps = [
      click('Delete', { world: true, to: 'https://a.test/deleted' }),
      step({ action_type: 'go_back' }, { from: 'https://a.test/deleted', to: home }),
    ];
    expect(programOf(steps)).toEqual([
      `await page.click(target('delete'), { leadsTo: "/deleted" });`,
      'await page.back();',
    ]);
  });

  it('names an element by the value of the run that its name or its row holds', () => {
    const steps = [
      click('Order PO-1042', { kind: 'link', href: '/orders/PO-1042' }),
      click('Open', { row: 'PO-1042 Lamp', href: '/orders/PO-1042' }),
      click('Open', { row: 'Other', href: '/x' }),
    ];
    expect(programOf(steps)).toEqual([
      `await page.click(target('order_po_1042', { name: \`Order \${params.order}\` }));`,
      `await page.click(target('open', { row: params.order }));`,
      `await page.click(target('open_2'));`,
    ]);
  });

  it('names every value of the run that the row of an element holds, also of a field', () => {
    const named = [namedValues('params', { order: 'PO-1042', name: 'Ann Ace' })];
    const steps = [
      click('Open', { row: 'PO-1042 for Ann Ace' }),
      step(
        { action_type: 'checkbox', id: 'x', checked: true },
        { name: 'Pay', kind: 'checkbox', row: 'Ann Ace' },
      ),
      {
        ...type('Quantity', 'PO-1042'),
        target: click('Quantity', { kind: 'textbox', row: 'Ann Ace' }).target,
      },
    ];
    expect(programOf(steps, { sources: { written: '', named } })).toEqual([
      `await page.click(target('open', { row: [params.order, params.name] }));`,
      `await page.check(target('pay', { row: params.name }));`,
      `await page.fill(target('quantity', { row: params.name }), params.order);`,
    ]);
  });

  it('tells no value of the run in its comments', () => {
    const [first] = [click('Go')];
    const { code, targets } = generateProgram({
      ...{
        label: 'order',
        runId: 'wr_1',
        prompt: '',
        hasDataGoal: false,
        hasData: false,
        hasCriteria: false,
      },
      steps: first?.target ? [{ ...first, target: { ...first.target, reason: 'Ann Ace wants it.' } }] : [],
      sources: { written: '', named: [namedValues('params', { name: 'Ann Ace' })] },
    });
    expect(code).toContain('// … wants it.');
    expect(JSON.stringify(targets)).not.toContain('Ann');
  });

  it('asks the agent for a text that nothing names', () => {
    expect(programOf([type('Message', 'Where is it?')])).toEqual([
      `await page.fill(target('message'), await page.answer("What is to be typed into textbox \\"Message\\"?"));`,
    ]);
  });

  it('goes through pages of data as long as there are some, whatever their number was', () => {
    const next = (page: number) => click('Next', { kind: 'link', href: `/list?page=${page}` });
    const steps = [extract, next(2), extract, next(3), extract, click('Done')];
    expect(programOf(steps, { hasData: true })).toEqual([
      'for (let pages = 1; ; pages += 1) {',
      '  await page.extract();',
      `  if (pages === 500) throw new Error('There are more than 500 pages.');`,
      `  if (!(await page.has(target('next')))) break;`,
      `  await page.click(target('next'));`,
      '}',
      `await page.click(target('done'));`,
    ]);
    expect(programOf([extract, next(2), extract], { hasData: true })).toHaveLength(3);
  });

  it('goes through all pages after two of them when the block reads all, and learns nothing from one', () => {
    const next = click('Next', { kind: 'link', href: '/list?page=2' });
    const run = { hasData: true, readsPages: true };
    expect(programOf([extract, next, extract], run)).toContain(
      `  if (!(await page.has(target('next')))) break;`,
    );
    const { targets } = generateProgram({
      ...{
        label: 'read',
        runId: 'wr_1',
        prompt: 'All pages.',
        hasDataGoal: true,
        hasCriteria: false,
        ...run,
      },
      ...{ steps: [extract, next, extract], sources: { written: '', named: [] } },
    });
    expect(targets.next).toMatchObject({ selectors: ['role=link[name="Next"]'] });
    expect(targets.next?.fingerprint).not.toHaveProperty('attributes');
    for (const steps of [[extract], [extract, click('2'), extract, click('3'), extract]])
      expect(() => programOf(steps, run)).toThrow('does not show how to go on from page to page');
  });

  it('ends with the extraction that the task made at its end', () => {
    expect(programOf([click('Show')], { hasData: true }).at(-1)).toBe('return await page.extract();');
  });

  it('answers a question of the page as the agent did, and waits for its downloads', () => {
    const dialog = { type: 'dialog', kind: 'confirm', text: 'Sure?', decision: 'accepted' };
    const download = { type: 'download', id: 'd1', status: 'started' };
    const late = { ...download, status: 'completed' };
    const steps = [
      click('Delete', { events: [dialog] }),
      click('Export', { events: [download] }),
      click('Log out', { events: [late] }),
    ];
    expect(programOf(steps)).toEqual([
      `await page.click(target('delete'), { on_dialog: "accept" });`,
      `await page.click(target('export'), { download: true });`,
      `await page.click(target('log_out'));`,
    ]);
  });

  it('repeats an action at a point on the element that was there, and a drag from one element to another', () => {
    const { target } = click('Done', { kind: 'item' });
    const steps = [
      step({ action_type: 'click', x: 10, y: 20 }, { name: 'Save' }),
      {
        ...step({ action_type: 'drag', from: 'a1', to: 'a2' }, { name: 'Card', kind: 'item' }),
        dropTarget: target,
      },
    ];
    expect(programOf(steps)).toEqual([
      `await page.click(target('save'));`,
      `await page.drag(target('card'), target('done'));`,
    ]);
  });

  it('keeps a prompt of several lines in its comment', () => {
    const run = { prompt: 'First.\n*/ second();\u2028third();', steps: [click('Go')] };
    expect(programOf(run.steps, run)).toEqual([`await page.click(target('go'));`]);
  });
});

it('no program is generated from a choice that several values of the run name', () => {
  const named = [namedValues('params', { billing: 'Berlin', shipping: 'Berlin' })];
  expect(() => programOf([click('Berlin')], { sources: { written: '', named } })).toThrow('several values');
});

it.each<[string, readonly RecordedStep[]]>([
  ['a click at a point with no element', [step({ action_type: 'click', x: 1, y: 2 })]],
  ['a drag to a point', [step({ action_type: 'drag', from: 'a1', to: { x: 1, y: 2 } }, { name: 'Card' })]],
  ['a secret without a parameter', [type('Word', '{{secret.other.word.123}}')]],
  [
    'an option by its place',
    [step({ action_type: 'select_option', id: 'a1', index: 2 }, { name: 'Size', kind: 'select' })],
  ],
  [
    'a click on a canvas at a point',
    [step({ action_type: 'click', x: 1, y: 2 }, { name: 'Map', kind: 'canvas' })],
  ],
  [
    'an answer to a prompt of the page',
    [click('Rename', { events: [{ type: 'dialog', kind: 'prompt', decision: 'accepted' }] })],
  ],
  [
    'an address with a secret without a parameter',
    [step({ action_type: 'goto_url', url: 'https://a.test/?k={{secret.x.y.1}}' })],
  ],
  ['no action at all', []],
])('no program is generated from %s', (_name, steps) => {
  expect(() => programOf(steps)).toThrow(expect.objectContaining({ message: expect.any(String) }));
});
