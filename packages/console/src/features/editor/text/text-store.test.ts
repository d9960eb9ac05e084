import { history } from '@codemirror/commands';
import { describe, expect, it } from 'vitest';
import { minimalChange } from './minimal-change.ts';
import { createTextStore } from './text-store.ts';

describe('createTextStore', () => {
  it('undoes changes of forms and of the graph one by one, and typing as a whole', () => {
    const store = createTextStore('a: 1\n', history());
    store.replace('a: 1\nb: 2\n', 'edit');
    store.replace('a: 1\nb: 2\nc: 3\n', 'edit');
    for (const text of ['x', 'xy', 'xyz']) store.replace(`a: 1\nb: 2\nc: ${text}\n`, 'type');
    expect(store.text()).toBe('a: 1\nb: 2\nc: xyz\n');
    store.undo();
    expect(store.text()).toBe('a: 1\nb: 2\nc: 3\n');
    store.undo();
    store.undo();
    expect([store.text(), store.canUndo(), store.canRedo()]).toEqual(['a: 1\n', false, true]);
    store.redo();
    expect(store.text()).toBe('a: 1\nb: 2\n');
  });

  it('tells of changes of the text and of no others', () => {
    const store = createTextStore('a', history());
    let told = 0;
    store.subscribe(() => told++);
    store.replace('a', 'edit');
    store.dispatch({ selection: { anchor: 1 } });
    expect(told).toBe(0);
    store.replace('b', 'edit');
    expect([told, store.revision()]).toEqual([1, 1]);
    store.reset('c');
    expect([store.text(), store.canUndo()]).toEqual(['c', false]);
  });
});

describe('minimalChange', () => {
  it('names only the part that differs', () => {
    expect(minimalChange('abcd', 'abXcd')).toEqual({ from: 2, to: 2, insert: 'X' });
    expect(minimalChange('aaa', 'aa')).toEqual({ from: 2, to: 3, insert: '' });
    expect(minimalChange('same', 'same')).toBe(null);
  });
});
