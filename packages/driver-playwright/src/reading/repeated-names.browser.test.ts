import { expect, it } from 'vitest';
import { setUpReading } from '../frames/frames.test-helpers.ts';

const context = setUpReading();

/** The lines of a view below its first. */
const linesOf = async (html: string): Promise<readonly string[]> => {
  const { text, page } = await context.open(html);
  const lines = (await text()).split('\n').slice(1);
  await page.close();
  return lines;
};

it('an entry of a menu that only holds a button or a link is listed once, with its state', async () => {
  expect(
    await linesOf(`<ul role="menu">
    <li role="menuitem" tabindex="-1"><button>Rename</button></li>
    <li role="menuitem" aria-disabled="true"><button>Delete</button></li>
    <li role="menuitem"><a href="/profile">Profile</a></li></ul>`),
  ).toEqual([
    'menu',
    '  a2 menuitem "Rename"',
    '  a4 menuitem "Delete" disabled',
    '  a6 link "Profile" /profile',
  ]);
});

it('an option or tab that only holds a control is listed once, with its state', {
  tags: ['extended'],
}, async () => {
  expect(
    await linesOf(`<ul role="listbox"><li role="option" aria-selected="true"><button>Red</button></li></ul>
    <div role="tablist"><div role="tab" aria-selected="true"><a href="#first">First</a></div>
    <div role="tab"><button>Second</button></div></div>`),
  ).toEqual([
    ...['listbox', '  a2 option "Red" selected'],
    ...['tablist', '  a4 tab "First" selected #first', '  a6 tab "Second"'],
  ]);
});

it('an entry of a menu with a handler of its own keeps its id, and its name prints once', {
  tags: ['extended'],
}, async () => {
  expect(
    await linesOf(`<ul role="menu"><li role="menuitem" onclick="go()"><a href="/copy" onclick="copy()">Copy</a></li>
    <li role="menuitem" onclick="go()"><span onclick="paste()">Paste</span></li></ul>`),
  ).toEqual(['menu', '  a1 menuitem "Copy"  a2 link /copy', '  a3 menuitem "Paste"  a4 item']);
});

it('a day of a calendar is listed once, with its date and state', { tags: ['extended'] }, async () => {
  const lines = await linesOf(`<table role="grid"><tr><th>Mo</th><th>Tu</th><th>We</th></tr><tr role="row">
    <td role="gridcell" tabindex="-1" aria-selected="true"><button>4</button></td>
    <td role="gridcell" aria-label="Tuesday, May 5, 2026" onclick="1"><button>5</button></td>
    <td role="gridcell" tabindex="0"><button aria-label="6 May 2026">6</button></td></tr></table>`);
  expect(lines.at(-1)).toBe(
    '  row a2 button "4" selected | a4 button "Tuesday, May 5, 2026" | a6 button "6 May 2026"',
  );
});

it('a day that can be pressed beside its button keeps its id, and its name prints once', {
  tags: ['extended'],
}, async () => {
  const lines = await linesOf(`<table role="grid"><tr><th>Mo</th></tr><tr role="row">
    <td role="gridcell" style="cursor: pointer; padding: 20px" onclick="1"><button>4</button></td></tr></table>`);
  expect(lines.at(-1)).toBe('  row a1 "4"  a2 button');
});

it('a row does not repeat the name of a link in a cell that takes the focus for it', async () => {
  const lines = await linesOf(`<div role="grid"><div role="row">
    <div role="gridcell" tabindex="-1"><a href="/invoices/1">Invoice 1</a></div>
    <div role="gridcell" tabindex="-1"><a href="/lines/2">Lines</a> <button>Edit</button></div></div></div>`);
  expect(lines.at(-1)).toBe(
    '  row a2 link "Invoice 1" /invoices/1 | a4 link "Lines" /lines/2  a5 button "Edit"',
  );
});
