import { describe, expect, it } from 'vitest';
import { cleanFileName, freeFileName, responseFileName } from './file-name.ts';

describe('a name from outside', () => {
  it.each([
    ['report.pdf', 'report.pdf'],
    ['../../etc/passwd', 'passwd'],
    ['..\\..\\boot.ini', 'boot.ini'],
    ['/etc/', 'file'],
    ['a\u0000b\u202Egpj.exe', 'abgpj.exe'],
    ['  . hidden', 'hidden'],
    ['con.txt', '_con.txt'],
    ['what?*.csv', 'what__.csv'],
    ['Übersicht 1.pdf', 'Übersicht 1.pdf'],
    ['', 'file'],
    ['COM¹.log', '_COM¹.log'],
    ['nul .txt', '_nul .txt'],
    ['half \ud800.txt', 'half \ufffd.txt'],
  ])('%j is kept as %j', (given, kept) => {
    expect(cleanFileName(given)).toBe(kept);
  });

  it('is shortened before its extension', () => {
    const name = cleanFileName(`${'x'.repeat(400)}.pdf`);
    expect(name).toHaveLength(120);
    expect(name.endsWith('x.pdf')).toBe(true);
  });

  it('has at most 200 bytes, whatever its characters are', { tags: ['security'] }, () => {
    for (const sign of ['漢', '😀', 'é', '\ud800']) {
      const name = cleanFileName(`${sign.repeat(400)}.pdf`);
      expect(Buffer.byteLength(name)).toBeLessThanOrEqual(200);
      expect(name.endsWith('.pdf') && name.isWellFormed()).toBe(true);
    }
  });

  it('is numbered when it is taken', () => {
    const taken = new Set(['a.tar', 'a_1.tar']);
    expect(freeFileName('a.tar', (name) => taken.has(name))).toBe('a_2.tar');
    expect(freeFileName('b', (name) => taken.has(name))).toBe('b');
  });
});

describe('the name of an answer', () => {
  it('is not shortened, as a half of a secret in it would not be masked', () => {
    const name = `${'a'.repeat(110)}hunter2-and-more`;
    expect(responseFileName(new Response(''), `https://files.test/${name}`)).toBe(name);
    expect(cleanFileName(name)).toHaveLength(120);
  });

  it.each([
    ['attachment; filename="a b.pdf"', 'a b.pdf'],
    ['attachment; filename=plain.csv; size=3', 'plain.csv'],
    ["attachment; filename=x.txt; filename*=UTF-8''%C3%9Cbersicht.pdf", 'Übersicht.pdf'],
    ['attachment; filename="../../evil.sh"', 'evil.sh'],
    ['inline', 'end of path.zip'],
  ])('%s is %s', (header, name) => {
    const response = new Response('', { headers: { 'content-disposition': header } });
    expect(responseFileName(response, 'https://files.test/x/end%20of%20path.zip?key=1')).toBe(name);
  });
});
