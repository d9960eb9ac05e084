import { expect, it } from 'vitest';
import { readingRoom } from './frames.test.room.ts';

const room = readingRoom();

it('what a page listens for is seen from a world of its own', async () => {
  const { text } = await room.open(`
    <div id="own" style="width:90px">Own listener</div>
    <div id="react" style="width:90px">Framework</div>
    <div id="handler" onclick="1" style="width:90px">Attribute</div>
    <div style="width:90px">Nothing</div>
    <script>
      own.addEventListener('click', () => {});
      react.__reactProps$x = { onClick() {} };
    </script>`);
  const view = await text();
  expect(view).toMatch(/item "Own listener"/);
  expect(view).toMatch(/item "Framework"/);
  expect(view).toMatch(/item "Attribute"/);
  expect(view).not.toMatch(/item "Nothing"/);
});

const scripted = `<div id="host"></div><script>
  const root = host.attachShadow({ mode: 'closed' });
  root.innerHTML = '<button>Scripted</button><p id="inner"></p>';
  root.querySelector('p').attachShadow({ mode: 'closed' }).innerHTML = '<button>Nested</button>';
</script>`;
const declared = `<div><template shadowrootmode="closed"><button>Declared</button><slot></slot></template>
  <a href="/x">Light</a></div>`;

it('closed shadow roots are read, whether a script or the HTML made them', async () => {
  const { text } = await room.open(`${scripted}${declared}`);
  const view = await text();
  for (const name of ['Scripted', 'Nested', 'Declared']) expect(view).toContain(`button "${name}"`);
  expect(view).toContain('link "Light"');
});

it('closed shadow roots stay closed when that is asked for', async () => {
  const { text } = await room.open(`${scripted}${declared}<button>Outside</button>`, {
    closedShadow: false,
  });
  const view = await text();
  expect(view).toContain('button "Outside"');
  expect(view).not.toMatch(/Scripted|Nested|Declared/);
});

it('closed shadow roots from HTML that a script sets are found', async () => {
  const { text } = await room.open(`<main id="place"></main><script>
    place.setHTMLUnsafe('<p><template shadowrootmode="closed"><button>Unsafe</button></template></p>');
  </script>`);
  expect(await text()).toContain('button "Unsafe"');
});

it('closed shadow roots are found in a page that was there before the reader', async () => {
  const page = await room.context().newPage();
  await page.route('**/*', (route) => route.continue());
  await page.goto(room.address(scripted));
  const { text } = await room.read(page);
  expect(await text()).toContain('button "Scripted"');
});

it('frames of the own process and of others are read in their places', async () => {
  const button = (name: string): string => `<title>${name}</title><button>${name}</button>`;
  const other = room.address(
    `${button('Far')}<iframe src="${room.address(button('Back'))}"></iframe>`,
    'other',
  );
  const { text } = await room.open(`<h1>Top</h1>
    <iframe src="${room.address(button('Near'))}"></iframe>
    <iframe src="${other}" style="width:600px;height:400px"></iframe>
    <iframe src="${room.address(button('Tiny'))}" style="width:5px;height:5px"></iframe>
    <iframe src="${room.address(button('Hidden'))}" style="display:none"></iframe>
    <iframe srcdoc='<button>Written</button>'></iframe>`);
  const view = await text();
  for (const name of ['Near', 'Far', 'Back', 'Written']) expect(view).toContain(`button "${name}"`);
  expect(view).not.toMatch(/Tiny|Hidden/);
  expect(view).toMatch(/frame \w "Far" localhost:/);
});
