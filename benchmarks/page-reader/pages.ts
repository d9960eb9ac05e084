/** A page of a known size; `{{here}}` and `{{elsewhere}}` are its own and another site. */
export interface SizedPage {
  readonly name: string;
  readonly html: string;
  /** Documents of its frames, by path. */
  readonly frames?: Readonly<Record<string, string>>;
  /** Has an element that never answers, so that the other reader would wait for it. */
  readonly hangs?: boolean;
}

const style = `<style>
  body { font: 14px sans-serif; margin: 0 }
  header, footer { padding: 8px } main { padding: 8px }
  .grid { display: grid; grid-template-columns: repeat(4, 1fr); gap: 8px }
  .card { border: 1px solid #ccc; padding: 8px; position: relative } .price { color: green }
  .hidden { display: none } td, th { border: 1px solid #ddd; padding: 4px }
  .row { cursor: pointer } label { display: block }
</style>`;

const times = (count: number, part: (index: number) => string): string =>
  Array.from({ length: count }, (_, index) => part(index)).join('');

const page = (title: string, main: string, script = ''): string =>
  `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${title}</title>${style}</head><body>
  <header><nav>${times(12, (n) => `<a href="/section/${n}">Section ${n}</a> `)}</nav>
  <form role="search"><input type="search" placeholder="Search"><button>Search</button></form></header>
  <main><h1>${title}</h1>${main}</main>
  <footer>${times(8, (n) => `<a href="/about/${n}">About ${n}</a> `)}</footer>
  <script>${script}</script></body></html>`;

const words = 'oak brass linen walnut cotton granite cedar copper velvet marble'.split(' ');
const word = (n: number): string => words[n % words.length] ?? '';

/** 10 elements each. */
const card = (
  n: number,
): string => `<article class="card" data-id="${n}"><img alt="Lamp ${n}" width="40" height="40"
  src="data:image/gif;base64,R0lGODlhAQABAAAAACwAAAAAAQABAAA="><h3>Lamp number ${n} of ${word(n)}</h3>
  <p>A <b>lamp</b> made of ${word(n)} and ${word(n + 3)}, <span>in stock</span></p><span class="price">${n % 90}.90</span>
  <div class="hidden"><i></i></div><a href="/p/${n}">Details</a><button>Add to cart</button></article>`;
const cards = (count: number): string => `<div class="grid">${times(count, card)}</div>`;
const script = `for (const one of document.querySelectorAll('.card button, .row')) one.addEventListener('click', () => {})`;

/** 9 elements each. */
const row = (
  n: number,
): string => `<tr class="row"><td>${n}</td><td>Order of ${word(n)}</td><td>2026-0${1 + (n % 9)}-12</td>
  <td>${n * 7}.00</td><td><a href="/orders/${n}">Open</a></td><td><button aria-label="Delete order ${n}">x</button></td></tr>`;

/** 4 elements each. */
const field = (n: number): string =>
  n % 4 === 3
    ? `<label>Size ${n}<select name="s${n}"><option>Small</option><option>Large</option></select></label>`
    : `<div><label for="f${n}">Field ${n}</label><input id="f${n}" name="f${n}" type="${n % 4 === 1 ? 'checkbox' : 'text'}"><small>Help for field ${n}</small></div>`;

/** 7 elements each. */
const entry = (n: number): string => `<li><a href="/news/${n}">News about ${word(n)} ${n}</a>
  <p>Lorem ipsum <em>${word(n + 1)}</em> dolor <span>sit</span> amet</p><div onclick="1" style="width:60px">Share</div></li>`;

const shadowScript = `for (const [index, host] of [...document.querySelectorAll('x-card')].entries()) {
  const root = host.attachShadow({ mode: index % 2 ? 'closed' : 'open' });
  root.innerHTML = '<section><h3>Part ' + index + '</h3><slot></slot><button>Choose ' + index + '</button></section>';
}`;

const framed = (n: number): string => page(`Frame ${n}`, `<ul>${times(20, entry)}</ul>`);
/** Hangs when the page has loaded: before that it would keep the page, and whoever opens it, waiting. */
const hung = `<!doctype html><title>Hung</title><button>Never</button><script>onmessage = () => { for (;;); }</script>`;
const hang = `addEventListener('load', () => {
  for (const { contentWindow } of document.querySelectorAll('iframe')) contentWindow.postMessage('', '*');
})`;
const framePaths = Array.from({ length: 10 }, (_, n) => `/frame-${n}`);
const frames = (last: string): string =>
  framePaths
    .map((path, n) => {
      const site = n >= 7 ? '{{elsewhere}}' : '{{here}}';
      return `<iframe src="${site}${n === 9 ? last : path}" title="Frame ${n}" width="280" height="200"></iframe>`;
    })
    .join('');
const frameDocuments = Object.fromEntries(framePaths.map((path, n) => [path, framed(n)]));

/** The pages that are read, from small to large. */
export const pages: readonly SizedPage[] = [
  { name: 'cards, 1k nodes', html: page('Lamps', cards(95), script) },
  { name: 'form, 1k nodes', html: page('Form', `<form>${times(240, field)}<button>Send</button></form>`) },
  {
    name: 'table, 5k nodes',
    html: page(
      'Orders',
      `<table><thead><tr>${times(6, (n) => `<th>Column ${n}</th>`)}</tr></thead><tbody>${times(550, row)}</tbody></table>`,
      script,
    ),
  },
  { name: 'list, 5k nodes', html: page('News', `<ul>${times(820, entry)}</ul>`) },
  {
    name: 'shadow roots, 5k nodes',
    html: page(
      'Parts',
      times(830, (n) => `<x-card><a href="/part/${n}">Part ${n}</a></x-card>`),
      shadowScript,
    ),
  },
  { name: 'cards, 10k nodes', html: page('Lamps', cards(1_000), script) },
  {
    name: 'mixed, 10k nodes',
    html: page(
      'Shop',
      `${cards(400)}<table><tbody>${times(300, row)}</tbody></table><form>${times(240, field)}</form><ul>${times(330, entry)}</ul>`,
      script,
    ),
  },
  { name: 'cards, 50k nodes', html: page('Lamps', cards(5_000), script) },
  { name: '10 frames, 3 of another site', html: page('Frames', frames('/frame-9')), frames: frameDocuments },
  {
    name: '10 frames, 1 hung',
    html: page('Frames', frames('/hung'), hang),
    frames: { ...frameDocuments, '/hung': hung },
    hangs: true,
  },
];
