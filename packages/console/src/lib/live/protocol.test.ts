import { describe, expect, it } from 'vitest';
import { readLiveMessage, textMessages } from './protocol.ts';

describe('messages of the live view', () => {
  it('types that are not known are left out', () => {
    expect(readLiveMessage('{"type":"granted","idle_seconds":300,"later":1}')).toMatchObject({
      idle_seconds: 300,
    });
    expect([readLiveMessage('{"type":"later"}'), readLiveMessage('[]'), readLiveMessage('1')]).toEqual([
      null,
      null,
      null,
    ]);
  });

  it('a long text is split between characters', () => {
    const parts = textMessages(`a${'😀'.repeat(1500)}`).map((message) => (message as { text: string }).text);
    expect(parts.map(({ length }) => length)).toEqual([1999, 1002]);
    expect(parts.join('')).toBe(`a${'😀'.repeat(1500)}`);
    expect(textMessages('')).toEqual([]);
  });
});
