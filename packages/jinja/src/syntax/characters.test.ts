import { describe, expect, it } from 'vitest';
import { Environment } from '../environment.ts';
import { codesOf, other } from './characters.ts';

/** What `codesOf` promises, computed unit by unit. */
function expected(text: string): number[] {
  const codes = Array.from({ length: text.length }, (_, at) => Math.min(text.charCodeAt(at), other));
  return [...codes, 0];
}

describe('the codes of a text', () => {
  it.each([
    ['ASCII', 'Hello {{ name }}!\n\t~\x7f\0'],
    ['characters of two and three bytes', 'é{{ ü }}€ — {% x %}中文'],
    ['characters of two units', '😀{{ "😀" }}😀😀é'],
    ['halves of such characters', '\ud83d{{\ude00\ud83d'],
    ['nothing', ''],
  ])('are one for each unit, and a 0: %s', (_, text) => {
    expect([...codesOf(text).subarray(0, text.length + 1)]).toEqual(expected(text));
  });

  it('are the same for a text of any length, after a longer one and before', { timeout: 30_000 }, () => {
    for (const length of [9_000, 10, 200_000, 4_095, 4_096, 0])
      for (const character of ['a', 'é', '中', '😀']) {
        const text = character.repeat(length);
        expect([...codesOf(text).subarray(0, text.length + 1)]).toEqual(expected(text));
      }
  });
});

describe('reading a template', () => {
  const environment = new Environment();

  it('takes a keyword for one before a space that is not ASCII', () => {
    expect(environment.compile('{{ not\u00a0x }}').render()).toBe('True');
  });

  it('takes names that begin alike, or beyond ASCII, for different ones', () => {
    const source = '{{ ab }}{{ abc }}{{ abé }}{{ abcdefghijklm }}{{ abcdefghijklmn }}{{ ab }}';
    const context = { ab: 1, abc: 2, abé: 3, abcdefghijklm: 4, abcdefghijklmn: 5 };
    expect(environment.compile(source).render(context)).toBe('123451');
  });

  it('reports what is wrong first, as Jinja does', () => {
    expect(() => environment.compile('{{ a b }} {{ "never closed }}')).toThrow(
      "expected token 'end of print statement', got 'b'",
    );
  });
});
