import { expect, it } from 'vitest';
import { charsetOf, decodeText } from './text-charset.ts';

const bytes = (...parts: readonly (string | readonly number[])[]) =>
  Buffer.concat(
    parts.map((part) => (typeof part === 'string' ? Buffer.from(part, 'latin1') : Buffer.from(part))),
  );

it.each([
  ['text/plain; charset=iso-8859-1', bytes('Zo\xeb'), 'Zoë'],
  ['text/plain; charset=windows-1252', bytes('5 \x80'), '5 €'],
  ['text/plain;charset="Shift_JIS"', bytes([0x93, 0xfa, 0x96, 0x7b]), '日本'],
  ['application/json; charset=ISO-8859-1', bytes('"Zo\xeb"'), '"Zoë"'],
  ['text/plain; charset=utf-16le', Buffer.from('Zoë', 'utf16le'), 'Zoë'],
  ['text/plain; charset=iso-8859-1', Buffer.from('\uFEFFZoë'), 'Zoë'],
  ['text/plain', Buffer.from('\uFEFFZoë', 'utf16le'), 'Zoë'],
  ['text/plain', Buffer.from('\uFEFFZoë', 'utf16le').swap16(), 'Zoë'],
  [
    'text/html',
    bytes('<html><meta charset="windows-1251"><p>', [0xc4, 0xe0]),
    '<html><meta charset="windows-1251"><p>Да',
  ],
  [
    'text/html',
    bytes(`<meta http-equiv="Content-Type" content="text/html; charset=shift_jis">`, [0x93, 0xfa]),
    '<meta http-equiv="Content-Type" content="text/html; charset=shift_jis">日',
  ],
  [
    'application/xml',
    bytes('<?xml version="1.0" encoding="iso-8859-15"?><a>\xa4</a>'),
    '<?xml version="1.0" encoding="iso-8859-15"?><a>€</a>',
  ],
  ['text/plain', bytes('<meta charset="windows-1251">', [0xc3, 0xab]), '<meta charset="windows-1251">ë'],
  ['text/html; charset=nonsense', Buffer.from('Zoë'), 'Zoë'],
  [null, Buffer.from('Zoë'), 'Zoë'],
])('a text with the content type %j is read in its charset', (type, content, text) => {
  expect(decodeText(content, type)).toBe(text);
});

it('a charset has the name that decoders use', () => {
  expect(['text/csv; charset=latin1', 'text/csv; charset=x', 'text/csv', null].map(charsetOf)).toEqual([
    'windows-1252',
    null,
    null,
    null,
  ]);
});
