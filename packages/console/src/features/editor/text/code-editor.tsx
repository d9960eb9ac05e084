import { EditorView } from '@codemirror/view';
import { useCallback } from 'react';
import { ShadowView } from './shadow-view.tsx';
import type { TextStore } from './text-store.ts';

/** Editor of the text of a workflow. */
export function CodeEditor({
  store,
  onView,
}: {
  readonly store: TextStore;
  /** Called with the view, and with null when it is gone. */
  readonly onView: (view: EditorView | null) => void;
}) {
  const mount = useCallback(
    (parent: HTMLElement, root: ShadowRoot) => {
      const view = new EditorView({
        state: store.state(),
        parent,
        root,
        dispatchTransactions: (transactions, shown) => store.update(shown, transactions),
      });
      const detach = store.attach(view);
      onView(view);
      return () => {
        onView(null);
        detach();
        view.destroy();
      };
    },
    [store, onView],
  );
  return <ShadowView className="code-editor" mount={mount} />;
}

/** Scrolls to a line, counted from 1, and puts the cursor there. */
export function revealLine(view: EditorView, line: number, column = 1): void {
  const { doc } = view.state;
  const at = doc.line(Math.min(Math.max(1, line), doc.lines));
  const anchor = Math.min(at.to, at.from + column - 1);
  view.dispatch({ selection: { anchor }, effects: EditorView.scrollIntoView(anchor, { y: 'center' }) });
  view.focus();
}
