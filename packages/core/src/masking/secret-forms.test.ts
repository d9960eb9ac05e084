import { Secret } from '@runwright/contract';
import { describe, expect, it } from 'vitest';
import { createVault } from '../secrets/vault.ts';

const maskWith = (...secrets: readonly string[]) => {
  const vault = createVault();
  for (const [index, value] of secrets.entries()) vault.add(`k${index}`, new Secret(value));
  return vault.mask;
};

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
    ['percent-encoded in small letters', (text) => encodeURIComponent(text).toLowerCase()],
    ['percent-encoded as a whole', (text) => encodeURI(text)],
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

  it('a short one when it is the whole text', () => {
    const mask = maskWith('a"/b');
    expect(mask({ name: "a'_b", other: "xa'_bx" })).toEqual({ name: '*****', other: "xa'_bx" });
  });

  it('the longest of two that begin alike, whatever its form', () => {
    expect(maskWith('hunter2', 'hunter2/more')('name hunter2_more.pdf')).toBe('name *****.pdf');
  });
});

it('data that is nested too deep is an error, not an overflow of the stack', { tags: ['security'] }, () => {
  let deep: unknown = 'x';
  for (let level = 0; level < 100_000; level += 1) deep = [deep];
  const vault = createVault();
  vault.add('k', new Secret('hunter2!'));
  expect(() => vault.mask(deep)).toThrow('nested deeper than 1000 levels');
  expect(() => vault.findPlaceholders(deep)).toThrow('nested deeper than 1000 levels');
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
