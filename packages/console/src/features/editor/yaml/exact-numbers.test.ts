import { describe, expect, it } from 'vitest';
import { editText } from './edit-text.ts';
import { type Json, withValueAt } from './json.ts';
import { readYaml } from './read-yaml.ts';
import { renderDocument } from './render-yaml.ts';

const read = (text: string) => readYaml(text).value as Json;
const change = (text: string, path: readonly (string | number)[], value: Json | undefined) =>
  editText(text, withValueAt(read(text), path, value) as Json);

describe('a number that JavaScript cannot hold', () => {
  it.each([
    ['9007199254740993', '9007199254740993'],
    ['-7615917337495251231', '-7615917337495251231'],
    ['0xFFFFFFFFFFFFFFFFFE', '0xFFFFFFFFFFFFFFFFFE'],
    ['1e400', '1e400'],
    ['1e-400', '1e-400'],
    ['"7615917337495251231"', '7615917337495251231'],
    ['9007199254740991', 9_007_199_254_740_991],
    ['1e21', 1e21],
    ['0.1', 0.1],
    ['.inf', '.inf'],
    ['-.Inf', '-.Inf'],
    ['.nan', '.nan'],
    ['1_000', '1_000'],
    ["''", ''],
    ['null', null],
  ])('is read as the text of its digits, other values as ever: %s', (text, expected) => {
    expect(read(`a: ${text}`)).toEqual({ a: expected });
    expect(read(`{ "a": ${text} }`)).toEqual({ a: expected });
  });

  const digits = '7615917337495251231';

  it('keeps its digits when something else is edited, in a block, in braces and in JSON', () => {
    expect(change(`id: ${digits}\nname: a\n`, ['name'], 'b')).toBe(`id: ${digits}\nname: b\n`);
    expect(change(`it: { id: ${digits}, n: 1e400, name: a }\n`, ['it', 'name'], 'b')).toBe(
      `it: { id: "${digits}", n: "1e400", name: b }\n`,
    );
    expect(change(`{"id": ${digits}, "name": "a"}`, ['name'], 'b')).toBe(
      `{\n  "id": "${digits}",\n  "name": "b"\n}\n`,
    );
  });

  it('keeps its digits when its block is written anew', () => {
    expect(read(renderDocument(read(`- id: ${digits}\n  n: 1e400\n`)))).toEqual([{ id: digits, n: '1e400' }]);
  });
});
