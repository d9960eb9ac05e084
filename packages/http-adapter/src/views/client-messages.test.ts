import { describe, expect, it } from 'vitest';
import { readClientMessage } from './client-messages.ts';

const read = (value: unknown) => readClientMessage(JSON.stringify(value));

describe('a message of a client', () => {
  it.each([
    { type: 'take-over' },
    { type: 'hand-back' },
    { type: 'mouse', action: 'down', x: 1.5, y: 0, button: 'right', clicks: 2 },
    { type: 'wheel', x: 1, y: 2, dx: -10, dy: 10_000 },
    { type: 'key', action: 'press', key: 'Control+a' },
    { type: 'text', text: 'Ann' },
    { type: 'navigate', to: 'back' },
    { type: 'open', url: 'https://shop.example/' },
  ])('%j is taken', (message) => {
    expect(read(message)).toEqual(message);
  });

  it.each([
    [{ type: 'take-over', force: true }, 'force'],
    [{ type: 'mouse', action: 'down', x: -1, y: 0 }, 'x'],
    [{ type: 'mouse', action: 'down', x: 'left', y: 0 }, 'x'],
    [{ type: 'mouse', action: 'press', x: 1, y: 0 }, 'action'],
    [{ type: 'wheel', x: 1, y: 2, dx: 0, dy: 10_001 }, 'dy'],
    [{ type: 'key', action: 'press', key: '' }, 'key'],
    [{ type: 'text', text: 'a'.repeat(2001) }, 'text'],
    [{ type: 'navigate', to: 'https://example.com' }, 'to'],
    [{ type: 'navigate' }, 'to'],
    [{ type: 'open', url: '' }, 'url'],
  ] as const)('%j is refused and names `%s`', (message, member) => {
    expect(read(message)).toEqual({ problem: expect.stringContaining(`\`${member}\``) });
  });

  it('of an unknown type is told the known ones, and what is no object is refused', () => {
    expect(read({ type: 'close' })).toEqual({ problem: expect.stringContaining('`take-over`') });
    for (const text of ['', '{', '[]', 'null', '"take-over"'])
      expect(readClientMessage(text)).toEqual({ problem: 'A message is a JSON object.' });
  });
});
