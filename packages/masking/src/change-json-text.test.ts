import { describe, expect, it } from 'vitest';
import { changeJsonText } from './change-json-text.ts';
import { createMask } from './create-mask.ts';

const change = (secret: string) => (json: string) =>
  changeJsonText(json, createMask({ secrets: [secret], maskText: '*****' }));

describe('a JSON document that is changed', () => {
  it('is JSON afterwards when digits of a number look like a secret', () => {
    expect(change('4711')('{"size":4711,"text":"pin 4711"}')).toBe('{"size":4711,"text":"pin *****"}');
    expect(change('471147')('[14711478, 0.471147, -471147e2]')).toBe('[14711478, 0.471147, -471147e2]');
  });

  it('has no number that is a secret as a whole', () => {
    expect(change('471147')('{"pin": 471147}')).toBe('{"pin": "*****"}');
  });

  it('has secrets found beside escapes, and in keys', () => {
    const json = JSON.stringify({ '4711': 'a\n4711', quoted: 'say "4711"' }, null, 2);
    expect(JSON.parse(change('4711')(json))).toEqual({ '*****': 'a\n*****', quoted: 'say "*****"' });
    const path = JSON.stringify({ path: 'C:\\', next: 'hunter"2' });
    expect(JSON.parse(change('hunter"2')(path))).toEqual({ path: 'C:\\', next: '*****' });
  });

  it('stays as it is written where nothing changes', () => {
    const json = '{ "a" : "\\u00e9\\/",\n"b":[1.50, true, null, ""] }\n';
    expect(change('hunter2')(json)).toBe(json);
  });

  it('is changed to its end when it is cut', () => {
    expect(change('hunter2')('{"a":"hunter2","b":"my hunter2')).toBe('{"a":"*****","b":"my *****');
  });
});
