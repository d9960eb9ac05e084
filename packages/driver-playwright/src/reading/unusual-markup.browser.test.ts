import { expect, it } from 'vitest';
import { setUpReading } from '../frames/frames.test-helpers.ts';

const context = setUpReading();
const signal = new AbortController().signal;

it('invalid heading levels do not prevent reading', { tags: ['extended'] }, async () => {
  const { text } = await context.open(`<div role="heading" aria-level="-1">Below</div>
    <div role="heading" aria-level="1e15">Above</div><button>Here</button>`);
  expect(await text()).toContain('button "Here"');
  expect(await text('extract')).toContain('Above');
});

it('elements with unusual tag names are read', async () => {
  const { text } = await context.open(`<fb:like onclick="1">Like</fb:like><x-émile onclick="1">Other</x-émile>
    <x-${'long-'.repeat(30)} onclick="1">Long</x-${'long-'.repeat(30)}>`);
  const view = await text();
  for (const name of ['Like', 'Other', 'Long']) expect(view).toMatch(new RegExp(`a\\d+ "${name}"`));
});

it('an area with endless coordinates does not prevent reading', { tags: ['extended'] }, async () => {
  const { text } = await context.open(`<img usemap="#map" width="100" height="100"
    src="data:image/gif;base64,R0lGODlhAQABAAAAACw="><map name="map">
    <area href="/x" alt="Endless" coords="0,0,1e999,50"></map><button>Here</button>`);
  expect(await text()).toContain('button "Here"');
});

it('a page that is too large for one response is read without its longest parts', {
  tags: ['extended'],
}, async () => {
  const address = 'x'.repeat(4_000);
  const { text } = await context.open(`<button>Here</button><div id="place"></div><script>
    place.innerHTML = Array.from({ length: 1500 }, (_, n) => '<a href="https://a.example/${address}' + n + '">Link ' + n + '</a> ').join('');
  </script>`);
  const view = await text();
  expect(view).toContain('button "Here"');
  expect(view).toContain('link "Link 1"');
  expect(view).toMatch(/not read: [\d,]+ nodes/);
});

it('a page with long native selects is read', { tags: ['extended'] }, async () => {
  const { text } = await context.open(`<div id="place"></div><script>
    const options = Array.from({ length: 900 }, (_, n) => '<option value="' + 'v'.repeat(40) + n + '">' + 'Zone of time '.repeat(3) + n).join('');
    place.innerHTML = ('<select>' + options + '</select>').repeat(60);
  </script>`);
  expect(await text()).toMatch(/a1 .*select =.*Zone of time/);
});

it('a frame with a title of any length is read', { tags: ['extended'] }, async () => {
  const { text } = await context.open(`<button>Here</button><script>
    const frame = document.createElement('iframe');
    frame.name = 'n'.repeat(5e6);
    document.body.append(frame);
  </script>`);
  expect(await text()).toContain('button "Here"');
});

it('invalid limits of a field are not printed', { tags: ['extended'] }, async () => {
  const { text } =
    await context.open(`<input aria-label="Age" type="number" min='0 a9 button "Pay"' max="120">
    <input aria-label="Day" type="date" min="2026-01-01" max="2026-12-31">`);
  const view = await text();
  expect(view).not.toContain('a9 button');
  expect(view).toContain('2026-01-01..2026-12-31');
});

it('options of an open list show which are selected and which are disabled', async () => {
  const { text } = await context.open(`<select multiple size="4"><option selected>Red<option>Blue
    <option disabled>Grey</select>`);
  const view = await text();
  expect(view).toMatch(/option "Red" selected/);
  expect(view).toMatch(/option "Blue"$/m);
  expect(view).toMatch(/option "Grey" disabled/);
});

it('paragraphs of an editable text stay separate', async () => {
  const { text } = await context.open(
    '<div contenteditable="true" aria-label="Letter"><p>Dear Ann</p><p>Hello</p></div>',
  );
  expect(await text()).toContain('="Dear Ann Hello"');
});

it('the title of a group is read wherever it is placed', { tags: ['extended'] }, async () => {
  const { text, reader } = await context.open(`
    <fieldset><legend>Delivery</legend><input aria-label="Street"></fieldset>
    <fieldset aria-label="Payment"><legend>Pay by card</legend><input aria-label="Card"></fieldset>
    <fieldset><div><legend>Deep</legend><input aria-label="In it"></div></fieldset>
    <table role="presentation"><caption>Layout</caption><tr><td>Cell</td></tr></table>
    <table><caption>${'Long caption '.repeat(12)}with an end to it</caption><tr><td>1</td><td>2</td></tr></table>`);
  const data = await text('extract');
  for (const words of ['Delivery', 'Pay by card', 'Deep', 'Layout']) expect(data).toContain(words);
  expect(data).toContain(`${'Long caption '.repeat(12)}with an end to it`);
  expect((await reader.findText('Delivery', { signal })).count).toBe(1);
  expect((await reader.peek(signal)).text).toContain('Delivery');
});

it('the visible text of a link is read besides its label', { tags: ['extended'] }, async () => {
  const { text } = await context.open(`<a href="/p" aria-label="View the lamp"><b>Lamp</b> <i>19.99</i></a>
    <button aria-label="Close">x</button><button aria-label="Add lamp to cart">Add to cart</button>`);
  const view = await text();
  expect(view).toMatch(/link "View the lamp"/);
  expect(view).toContain('19.99');
  expect(view).not.toMatch(/"x"|"Add to cart"/);
});

it('thousands of overlapping controls are read although hit tests are slow', {
  tags: ['extended'],
}, async () => {
  const { text } = await context.open(`<div id="place"></div><script>
    place.innerHTML = Array.from({ length: 5000 }, (_, n) => '<button style="position:absolute;left:' + (n % 100) * 10
      + 'px;top:' + Math.floor(n / 100) * 13 + 'px;width:9px;height:12px">' + n + '</button>').join('');
  </script>`);
  expect(await text()).toContain('button "1"');
});

it('a named SVG is an image, and the value of a field is printed once', { tags: ['extended'] }, async () => {
  const { text } = await context.open(`<p>Hot <span role="img" aria-label="fire">F</span></p>
    <div role="img" aria-label="Chart of sales" style="width:100px;height:100px"></div>
    <div role="combobox" tabindex="0" aria-label="City">Rome</div>`);
  const data = await text('extract');
  expect(data).toContain('image "Chart of sales"');
  expect(data).toContain('Hot F');
  expect(data.match(/Rome/g)).toHaveLength(1);
});

it('every text that is cut has a mark, by which parts of secrets are found', {
  tags: ['security'],
}, async () => {
  const long = (letter: string) => `${letter.repeat(200)}-end`;
  const { text } = await context.open(`<title>${long('t')}${long('t')}</title>
    <input aria-label="A" placeholder="${long('p')}"><input aria-label="B" pattern="${long('q')}">
    <select aria-label="C"><option selected>one</option><option>${long('o')}</option></select>
    <input aria-label="D" aria-invalid="true" aria-describedby="why"><p id="why">${long('w')}</p>`);
  const runs = [...(await text()).matchAll(/([tpqow])\1{9,}(.?)/g)].map(
    ([, letter, next = '']) => `${letter}${next}`,
  );
  expect(runs).toEqual(expect.arrayContaining(['p…', 'q…', 'o…', 'w…']));
  // The paragraph itself is content, of which nothing is cut.
  expect(runs.filter((run) => !/[…-]$/.test(run))).toEqual([]);
});
