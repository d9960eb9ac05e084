import { describe, expect, it } from 'vitest';
import { createMask } from './create-mask.ts';

const maskText = '*****';
const maskWith = (...secrets: readonly string[]) => createMask({ secrets, maskText });

const password = `pa"ss/wo'rd\\1<2>&3:4?5*6|7 8%9+ü`;

describe('a secret stays masked when a text was rewritten', { tags: ['security'] }, () => {
  const rewrites: readonly (readonly [string, (text: string) => string])[] = [
    ['double quotes to single ones, as in a page view', (text) => text.replaceAll('"', "'")],
    ['single quotes to double ones', (text) => text.replaceAll("'", '"')],
    ['straight quotes to curly ones', (text) => text.replaceAll('"', '“').replaceAll("'", '’')],
    ['slashes to underscores, as in a file name', (text) => text.replaceAll('/', '_')],
    ['all reserved signs of file names', (text) => text.replace(/[<>:"|?*/\\]/g, '_')],
    ['blanks to others', (text) => text.replaceAll(' ', ' \n')],
    ['as JSON', (text) => JSON.stringify(text)],
    ['as JSON in JSON', (text) => JSON.stringify(JSON.stringify(text))],
    ['as JSON with escaped slashes', (text) => JSON.stringify(text).replaceAll('/', '\\/')],
    [
      'as JSON that is safe in HTML',
      (text) =>
        JSON.stringify(text).replace(
          /[&<>'ü]/g,
          (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`,
        ),
    ],
    ['for HTML', (text) => text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll("'", '&#39;')],
    ['for HTML in numbers', (text) => text.replace(/[^a-z0-9]/g, (sign) => `&#${sign.codePointAt(0)};`)],
    [
      'for HTML in hexadecimal numbers',
      (text) => text.replace(/[^a-z0-9]/g, (sign) => `&#x${(sign.codePointAt(0) ?? 0).toString(16)};`),
    ],
    ['percent-encoded', (text) => encodeURIComponent(text)],
    [
      'as a form in a charset that lacks a letter',
      (text) => encodeURIComponent(text.replace(/[^\0-\x7f]/g, (sign) => `&#${sign.codePointAt(0)};`)),
    ],
    ['percent-encoded in small letters', (text) => encodeURIComponent(text).toLowerCase()],
    ['percent-encoded as a whole', (text) => encodeURI(text)],
    [
      'percent-encoded twice, in an address inside of an address',
      (text) => encodeURIComponent(encodeURIComponent(text)),
    ],
    ['percent-encoded in Latin-1', (text) => encodeURIComponent(text).replaceAll('%C3%BC', '%FC')],
    [
      'for HTML by names',
      (text) => text.replaceAll('&', '&amp;').replaceAll('ü', '&uuml;').replaceAll('?', '&quest;'),
    ],
    ['for HTML twice', (text) => text.replaceAll('&', '&amp;amp;').replaceAll('"', '&amp;quot;')],
    [
      'as bytes of JavaScript',
      (text) => text.replace(/[^a-z0-9]/g, (sign) => `\\x${sign.charCodeAt(0).toString(16)}`),
    ],
    ['as a form', (text) => new URLSearchParams({ p: text }).toString().slice(2)],
    ['decomposed', (text) => text.normalize('NFD')],
    ['quotes first and then percent-encoded', (text) => encodeURIComponent(text.replaceAll('"', "'"))],
  ];
  it.each(rewrites)('%s', (_title, rewrite) => {
    const mask = maskWith(password);
    expect(mask(`before ${rewrite(password)} after`)).toMatch(/^before "?\*{5}"? after$|\*{5}/);
    for (const part of ['wo', 'pa', 'ss', 'rd']) {
      expect(mask(`- ${rewrite(password)} -`)).not.toContain(part);
    }
  });

  it('also when it is one of many', () => {
    const secrets = [
      password,
      '4111111111111111',
      'Grün-Wald77',
      '-/-+-',
      'hunter2',
      'a1b2',
      'ééééé',
      'JBSWY3DPEHPK3PXP',
    ];
    const others = Array.from({ length: 20 }, (_, index) => `other secret ${index * 7919}`);
    const maskAll = maskWith(...secrets, ...others);
    for (const secret of [...secrets, ...others]) {
      for (const [, rewrite] of rewrites) {
        const text = `before ${rewrite(secret)} after`;
        expect(maskAll(text)).toBe(maskWith(secret)(text));
      }
      const base64 = Buffer.from(`user:${secret}`).toString('base64');
      expect(maskAll(base64)).toBe(maskWith(secret)(base64));
    }
    expect(maskAll('card 4111 1111 1111 1111')).toBe('card *****');
  });

  it.each([
    ['4111111111111111', '4111 1111 1111 1111'],
    ['4111111111111111', '4111-1111-1111-1111'],
    ['4111111111111111', '4111\u00a01111\u00a01111\u00a01111'],
    ['4111 1111 1111 1111', '4111111111111111'],
    ['4111-1111-1111-1111', '4111 1111 1111 1111'],
    ['371449635398431', '3714 496353 98431'],
    ['DE89370400440532013000'.slice(2), '89 3704 0044 0532 0130 00'],
    ['JBSWY3DPEHPK3PXP', 'jbsw y3dp ehpk 3pxp'],
  ])('the number %s shown as %s', (secret, shown) => {
    expect(maskWith(secret)(`card ${shown}, end`)).toBe('card *****, end');
  });

  it.each([0, 1, 2, 3, 4, 5])('base64 after %i other bytes, in each alphabet', (offset) => {
    const secret = 'hunter2?>~ÿ~?/secret';
    const inner = secret.slice(2, -2);
    const base64 = Buffer.from(`${'u'.repeat(offset)}${secret}tail`).toString('base64');
    const forms = [
      base64,
      base64.replaceAll('+', '-').replaceAll('/', '_'),
      encodeURIComponent(base64),
      JSON.stringify(base64).replaceAll('/', '\\/'),
    ];
    for (const form of forms) {
      const masked = maskWith(secret)(form);
      expect(masked).toContain('*****');
      const left = masked
        .split('*****')
        .map((part) => Buffer.from(decodeURIComponent(part), 'base64').toString());
      expect(left.join('|')).not.toContain(inner.slice(0, 6));
      expect(masked.length).toBeLessThan(form.length - secret.length);
    }
  });

  it('base64 in lines, as mails have it', () => {
    const secret = 'hunter2?>~ÿ~?/secret';
    for (const offset of [39, 40, 41, 45, 50]) {
      const base64 = Buffer.from(`${'u'.repeat(offset)}${secret}tail`).toString('base64');
      const lines = base64.replace(/.{76}/g, '$&\r\n');
      for (const form of [lines, JSON.stringify(lines)]) expect(maskWith(secret)(form)).toContain('*****');
    }
  });

  it('the longest of two that begin alike, whatever its form', () => {
    expect(maskWith('hunter2', 'hunter2/more')('name hunter2_more.pdf')).toBe('name *****.pdf');
  });
});

describe('a short secret', { tags: ['security'] }, () => {
  it('of four characters is masked where it stands alone, in each form', () => {
    const mask = maskWith('a"1b', '4711');
    for (const text of [
      '4711',
      'pin: 4711.',
      '{"pin":"4711"}',
      'pin%204711',
      'a\\n4711',
      'a"1b',
      "is a'1b here",
    ]) {
      expect(mask(text)).toContain(maskText);
    }
    for (const text of ['14711', '4711th', '47110', 'xa"1b']) expect(mask(text)).toBe(text);
  });

  it('of three characters, or like a year, is masked where it is the whole text', () => {
    const mask = maskWith('a"b', '2027', '12');
    for (const text of ["a'b", '2027', '12']) expect(mask(text)).toBe(maskText);
    for (const text of ["xa'b", 'until 2027', '2027-01-05', '12 items', '2028'])
      expect(mask(text)).toBe(text);
  });
});

describe('what a shortened text shows of a secret', { tags: ['security'] }, () => {
  const token = `sk-${'0123456789abcdefghij'.repeat(5)}END`;
  const cutMiddle = (text: string, limit: number) =>
    `${text.slice(0, Math.ceil(limit * 0.66))}…${text.slice(-Math.floor(limit * 0.33))}`;

  it.each([
    ['in its middle', cutMiddle(`Your key is ${token}`, 100), 'Your key is *****…*****'],
    ['twice', cutMiddle(cutMiddle(`Your key is ${token}`, 100), 60), 'Your key is *****…*****'],
    [
      'in the middle of a cut',
      `Your ${token.slice(30, 50)}…${token.slice(60, 68)} key`,
      'Your *****…***** key',
    ],
    ['at its end', `Your key is ${token.slice(0, 5)}…`, 'Your key is *****…'],
    ['before a blank', `Your key is ${token.slice(0, 9)} … 40 more`, 'Your key is ***** … 40 more'],
    ['inside an escape', `?key=${encodeURIComponent('s@cret#word').slice(0, 9)}…`, '?key=*****%…'],
  ])('is masked, cut %s', (_how, text, masked) => {
    expect(maskWith(token, 's@cret#word')(text)).toBe(masked);
  });

  it('is found in time in proportion to the text, whatever stands beside its marks', () => {
    const long = Array.from({ length: 500 }, (_, at) => ((at * at * 7 + at * 13) % 36).toString(36)).join('');
    const many = 20_000;
    const parts = [long, long.slice(0, 5), 'a b c d', '%41b c d', 'ä b c', `x${long.slice(90, 140)}`];
    for (const part of parts) {
      const masked = maskWith(long, 'ab'.repeat(250))(`${part}…`.repeat(part === long ? 500 : many));
      expect(masked).not.toContain(long.slice(0, 5));
    }
  });

  it('is masked beyond the marks whose surroundings are decoded', () => {
    const text = `${'a…'.repeat(3_000)} and ${token.slice(0, 40)}… ${encodeURIComponent('s@cret#word').slice(0, 9)}… ok`;
    const masked = maskWith(token, 's@cret#word')(text);
    expect(masked).toMatch(/ and \*{5}… ?\*{5}… ok$/);
  });

  it('is left when it says little', () => {
    for (const text of ['is sk-0…', 'is…', '…END', 'a 456789a…']) expect(maskWith(token)(text)).toBe(text);
  });
});

describe('other text is left alone', () => {
  it.each([
    ['     ', 'a b c'],
    ['a        b', 'a b'],
    ['12345678901', '1234 5678 901'],
    ['4111111111111111', '4111 1111 1111 1112'],
    ['correct horse', 'correcthorse'],
  ])('the secret `%s` and the text `%s`', (secret, text) => {
    expect(maskWith(secret)(text)).toBe(text);
  });

  it('and takes no longer than its length', () => {
    const mask = maskWith('"\\/ "', '  \\"x" y', password, '"""""""""""');
    for (const sign of ['\\', ' ', '"', '_', '&', '%2', '&#0000', "'"]) {
      expect(mask(sign.repeat(100_000)).length).toBeGreaterThan(0);
    }
  });
});
