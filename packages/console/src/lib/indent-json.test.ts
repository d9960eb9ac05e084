import { expect, it } from 'vitest';
import { indentJson } from './indent-json.ts';

it.each([
  [{ a: [1, { b: null }], c: {}, d: [], e: true, 'f"\\': ' {,:[ "x" ]} ' }],
  [[]],
  [{}],
  ['text'],
  [12.5],
  [[[], [[]], {}, [{}]]],
])('%j looks as JSON.stringify indents it', (value) => {
  expect(indentJson(JSON.stringify(value))).toBe(JSON.stringify(value, null, 2));
});

it('numbers and escapes stay as they are written', () => {
  expect(indentJson('{"big":1000000000000000000000,"id":9007199254740993,"text":"\\u0041\\n"}')).toBe(
    '{\n  "big": 1000000000000000000000,\n  "id": 9007199254740993,\n  "text": "\\u0041\\n"\n}',
  );
});

it.each([
  ['{"a":{"b":"two wor', '{\n  "a": {\n    "b": "two wor'],
  ['{"a":"ends with \\', '{\n  "a": "ends with \\'],
  ['[1,tru', '[\n  1,\n  tru'],
  ['', ''],
])('%s, which is cut, is indented up to its end', (text, expected) => {
  expect(indentJson(text)).toBe(expected);
});

it('a text that is indented already is indented once', () => {
  const text = '{\n  "a": [\n    1\n  ]\n}';
  expect(indentJson(text)).toBe(text);
});
