import { useEffect, useRef } from 'react';
import type { TextStore } from './text/text-store.ts';

/** Saves with `Ctrl`+`S`, and undoes and redoes with the usual keys where no field has keys of its own. */
export function useEditorKeys(store: TextStore, save: () => void): void {
  const current = useRef(save);
  useEffect(() => {
    current.current = save;
  });
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (!(event.ctrlKey || event.metaKey) || event.altKey) return;
      const key = event.key.toLowerCase();
      const isTyping = event.composedPath().some(isField);
      const action =
        key === 's' && !event.shiftKey
          ? current.current
          : isTyping || document.querySelector('dialog[open]')
            ? null
            : key === 'z'
              ? event.shiftKey
                ? store.redo
                : store.undo
              : key === 'y'
                ? store.redo
                : null;
      if (!action) return;
      event.preventDefault();
      action();
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, [store]);
}

function isField(target: EventTarget): boolean {
  return (
    target instanceof HTMLElement &&
    (target.isContentEditable || /^(?:INPUT|TEXTAREA|SELECT)$/.test(target.tagName))
  );
}
