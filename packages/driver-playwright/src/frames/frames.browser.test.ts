import { expect, it } from 'vitest';
import { setUpReading } from './frames.test-helpers.ts';

const context = setUpReading();

it('listeners of a page are found from the isolated world', async () => {
  const { text } = await context.open(`
    <div id="own" style="width:90px">Own listener</div>
    <div id="react" style="width:90px">Framework</div>
    <div id="handler" onclick="1" style="width:90px">Attribute</div>
    <div style="width:90px">Nothing</div>
    <script>
      own.addEventListener('click', () => {});
      react.__reactProps$x = { onClick() {} };
    </script>`);
  const view = await text();
  expect(view).toMatch(/a\d+ "Own listener"/);
  expect(view).toMatch(/a\d+ "Framework"/);
  expect(view).toMatch(/a\d+ "Attribute"/);
  expect(view).not.toMatch(/a\d+ "Nothing"/);
});

const scripted = `<div id="host"></div><script>
  const root = host.attachShadow({ mode: 'closed' });
  root.innerHTML = '<button>Scripted</button><p id="inner"></p>';
  root.querySelector('p').attachShadow({ mode: 'closed' }).innerHTML = '<button>Nested</button>';
</script>`;
const declared = `<div><template shadowrootmode="closed"><button>Declared</button><slot></slot></template>
  <a href="/x">Light</a></div>`;

it('closed shadow roots are read, whether a script or the HTML made them', async () => {
  const { text } = await context.open(`${scripted}${declared}`);
  const view = await text();
  for (const name of ['Scripted', 'Nested', 'Declared']) expect(view).toContain(`button "${name}"`);
  expect(view).toContain('link "Light"');
});

it('closed shadow roots are not read when the option is off', async () => {
  const { text } = await context.open(`${scripted}${declared}<button>Outside</button>`, {
    closedShadow: false,
  });
  const view = await text();
  expect(view).toContain('button "Outside"');
  expect(view).not.toMatch(/Scripted|Nested|Declared/);
});

it('closed shadow roots from HTML that a script sets are found', { tags: ['extended'] }, async () => {
  const { text } = await context.open(`<main id="place"></main><script>
    place.setHTMLUnsafe('<p><template shadowrootmode="closed"><button>Unsafe</button></template></p>');
  </script>`);
  expect(await text()).toContain('button "Unsafe"');
});

it('closed shadow roots are found in a page that was open before the reader', {
  tags: ['extended'],
}, async () => {
  const page = await context.context().newPage();
  await page.route('**/*', (route) => route.continue());
  await page.goto(context.address(scripted));
  const { text } = await context.read(page);
  expect(await text()).toContain('button "Scripted"');
});

it('frames of the same process and of other processes are read at their places', async () => {
  const button = (name: string): string => `<title>${name}</title><button>${name}</button>`;
  const other = context.address(
    `${button('Far')}<iframe src="${context.address(button('Back'))}"></iframe>`,
    'other',
  );
  const { text } = await context.open(`<h1>Top</h1>
    <iframe src="${context.address(button('Near'))}"></iframe>
    <iframe src="${other}" style="width:600px;height:400px"></iframe>
    <iframe src="${context.address(button('Tiny'))}" style="width:5px;height:5px"></iframe>
    <iframe src="${context.address(button('Hidden'))}" style="display:none"></iframe>
    <iframe srcdoc='<button>Written</button>'></iframe>`);
  const view = await text();
  for (const name of ['Near', 'Far', 'Back', 'Written']) expect(view).toContain(`button "${name}"`);
  expect(view).not.toMatch(/Tiny|Hidden/);
  expect(view).toMatch(/frame \w "Far" localhost:/);
});

/** Lies over the middle of a frame that begins at the top of the page. */
const banner = (inner: string, style = 'position:fixed;left:0;top:100px;width:600px;height:100px'): string =>
  `<div id="banner" style="${style};background:#fff">${inner}</div>`;
const rows = `<style>body{margin:0}button{display:block;width:300px;height:50px}</style>
  ${['One', 'Two', 'Three', 'Four', 'Five'].map((name) => `<button>${name}</button>`).join('')}`;
const framed = (address: string, style = ''): string =>
  `<style>body{margin:0}iframe{border:0;width:600px;height:300px;${style}}</style><iframe src="${address}"></iframe>`;

const coversPart = async (site: 'own' | 'other'): Promise<void> => {
  const { text } = await context.open(
    `${framed(context.address(rows, site))}${banner('<button style="width:600px;height:100px">Accept</button>')}`,
  );
  const view = await text();
  const accept = /(a\d+) button "Accept"/.exec(view)?.[1];
  expect(view).toMatch(/button "One"$/m);
  expect(view).toMatch(/button "Two"$/m);
  expect(view).toContain(`button "Three" covered-by ${accept}`);
  expect(view).toContain(`button "Four" covered-by ${accept}`);
  expect(view).toMatch(/button "Five"$/m);
};
it.each(['other'] as const)('what lies over a part of a frame covers that part (%s site)', coversPart);
it.each(['own'] as const)(
  'what lies over a part of a frame covers that part (%s site)',
  { tags: ['extended'] },
  coversPart,
);

it('a layer over a frame covers the content of the frames inside it', async () => {
  const innermost = context.address(rows, 'own');
  const middle = context.address(
    `${framed(innermost)}<nav style="position:absolute;top:0;width:600px;height:50px">In between</nav>`,
    'other',
  );
  const { text } = await context.open(`${framed(middle)}${banner('We use cookies')}`);
  const view = await text();
  expect(view).toContain('button "One" covered-by nav');
  expect(view).toMatch(/button "Two"$/m);
  expect(view).toContain('button "Three" covered-by div');
  expect(view).toMatch(/button "Five"$/m);
});

it('a modal layer blocks a page in a frame, but not a frame inside the layer', {
  tags: ['extended'],
}, async () => {
  const pay = framed(context.address('<button>Pay</button>', 'other'));
  const { text } = await context.open(`${framed(context.address(rows, 'other'), 'height:500px')}
    <dialog id="dialog"><h2>Pay now</h2>${pay}</dialog><script>dialog.showModal()</script>`);
  const view = await text();
  expect(view).toContain('button "Pay"\n');
  expect(view).toMatch(/frame \w {2}covered-by dialog \(expand \w\)/);
  expect(view).not.toContain('button "One"');
});

it('a frame over the page covers it and is named by its letter', { tags: ['extended'] }, async () => {
  const asks = context.address('<button>Accept</button>', 'other');
  const { text } = await context.open(`<style>body{margin:0}</style>${rows}
    <iframe src="${asks}" style="position:fixed;left:0;top:100px;width:600px;height:100px"></iframe>`);
  const view = await text();
  expect(view).toMatch(/button "One"$/m);
  expect(view).toContain('button "Three" covered-by frame b');
  expect(view).toMatch(/button "Accept"$/m);
});

it('content of a frame that is scrolled away is out of view, not covered', {
  tags: ['extended'],
}, async () => {
  const { text } = await context.open(`<div style="height:150px;overflow:auto">
    ${framed(context.address(rows, 'other'))}</div>${banner('Cookies', 'position:fixed;top:150px;width:600px;height:150px')}`);
  const view = await text();
  expect(view).toMatch(/button "Two"$/m);
  expect(view).toMatch(/button "Five" offscreen$/m);
});

it('a frame that hangs is skipped until it has another document', { tags: ['extended'] }, async () => {
  const hung = `<button>Never</button><script>
    onmessage = () => { parent.postMessage(0, '*'); setTimeout(() => { for (;;); }); };
  </script>`;
  const { page, text } = await context.open(`<button>Here</button>
    <iframe src="${context.address('<button>Beside</button>')}"></iframe>
    <iframe name="hung" src="${context.address(hung, 'other')}"></iframe>`);
  await page.evaluate(`new Promise((resolve) => {
    onmessage = resolve;
    document.querySelector('[name=hung]').contentWindow.postMessage(0, '*');
  })`);
  const first = await text();
  expect(first).toContain('button "Here"');
  expect(first).toContain('button "Beside"');
  expect(first).toContain('which did not answer');
  expect(await text()).toContain('which does not answer');
  await page.evaluate(
    `document.querySelector('[name=hung]').src = ${JSON.stringify(context.address('<button>Again</button>'))}`,
  );
  await expect.poll(() => text()).toContain('button "Again"');
});

/** A list that is drawn anew from its data, as keyed lists are when nothing of the old one is kept. */
const list = `<ul id="list"></ul><div id="cards"></div><script>
  const items = Array.from({ length: 60 }, (_, n) => ({ id: n, name: 'Lamp ' + n }));
  function draw(items) {
    list.innerHTML = items.map(({ id, name }) =>
      '<li>' + name + ' <a href="/p/' + id + '">' + name + '</a> <button type="button">Remove</button></li>').join('');
    cards.innerHTML = items.map(({ name }) =>
      '<div class="card"><div><a href="#">Card ' + name + '</a> <button>Buy</button></div></div>').join('');
  }
  draw(items);
</script>`;

const keepIds = async (_: string, change: string): Promise<void> => {
  const { page, reader } = await context.open(list);
  const signal = new AbortController().signal;
  /** Ids by what they belong to: the text of the row and of the element. */
  const readElements = async (): Promise<Map<string, string>> => {
    const { elements } = await reader.peek(signal);
    const named = new Map<string, string>();
    for (const { id, name, kind, box } of elements) {
      const around = elements.find((other) => other.kind === 'link' && Math.abs(other.box.y - box.y) < 12);
      named.set(`${kind} ${name} ${around?.name ?? Math.round(box.y)}`, id);
    }
    return named;
  };
  const before = await readElements();
  await page.evaluate(change);
  const after = await readElements();
  const inList = [...before].filter(([key]) => key.includes('Lamp') && after.has(key));
  const kept = inList.filter(([key, id]) => after.get(key) === id);
  expect(inList.length).toBeGreaterThan(150);
  expect(kept.length / inList.length).toBeGreaterThanOrEqual(0.95);
  const numbers = [...after.values()];
  expect(new Set(numbers).size).toBe(numbers.length);
};
it.each([['shuffled', 'draw([...items].sort((a, b) => (a.id * 37) % 61 - (b.id * 37) % 61))']])(
  'items of a list that is %s keep their ids',
  keepIds,
);
it.each([
  ['drawn again', 'draw(items)'],
  ['turned around', 'draw([...items].reverse())'],
  ['filtered', 'draw(items.filter(({ id }) => id % 3))'],
  ['longer', 'draw([{ id: 90, name: "Vase" }, ...items, { id: 91, name: "Bowl" }])'],
])('items of a list that is %s keep their ids', { tags: ['extended'] }, keepIds);
