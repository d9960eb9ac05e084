import { expect, it } from 'vitest';
import { findMaskOrigin } from './find-mask-origin.ts';

const shop = { url: 'https://shop.example/cart', origin: 'https://shop.example' };

it.each([
  ['a document with an address', [shop], 'https://shop.example'],
  ['a sandboxed document with an address', [{ ...shop, origin: 'null' }], 'https://shop.example'],
  [
    'a document of another site in a frame',
    [{ url: 'https://ads.example/', origin: 'https://ads.example' }, shop],
    'https://ads.example',
  ],
  [
    'a sandboxed document without an address in a frame',
    [{ url: 'about:srcdoc', origin: 'null' }, { url: 'about:blank', origin: 'null' }, shop],
    'https://shop.example',
  ],
  [
    'a window without an address',
    [{ url: 'about:blank', origin: 'https://shop.example' }],
    'https://shop.example',
  ],
  ['a new window', [{ url: '', origin: 'https://shop.example' }], 'https://shop.example'],
  ['a document that is its own address', [{ url: 'data:text/html,x', origin: 'null' }], 'null'],
])('the mask for %s is that of its origin', { tags: ['security'] }, (_document, frames, origin) => {
  expect(findMaskOrigin(frames)).toBe(origin);
});
