import { isolateHistory, redo, redoDepth, undo, undoDepth } from '@codemirror/commands';
import {
  type Annotation,
  EditorState,
  type Extension,
  Transaction,
  type TransactionSpec,
} from '@codemirror/state';
import type { EditorView } from '@codemirror/view';
import { minimalChange } from './minimal-change.ts';

/** What a change is called in the history: typing is undone as a whole, other changes one by one. */
export type ChangeKind = 'type' | 'edit';

/** A text with its history. The code editor, the graph and the forms all change it; it outlives the views that show it. */
export interface TextStore {
  readonly state: () => EditorState;
  readonly text: () => string;
  /** Replaces the text; the history notes only what differs. */
  readonly replace: (text: string, kind: ChangeKind) => void;
  /** Replaces the text and forgets the history. */
  readonly reset: (text: string) => void;
  readonly dispatch: (spec: TransactionSpec) => void;
  readonly undo: () => void;
  readonly redo: () => void;
  readonly canUndo: () => boolean;
  readonly canRedo: () => boolean;
  /** Makes a view show the text; returns what ends that. */
  readonly attach: (view: EditorView) => () => void;
  readonly update: (view: EditorView, transactions: readonly Transaction[]) => void;
  readonly subscribe: (listener: () => void) => () => void;
  /** Another value after each change of text or history. */
  readonly revision: () => number;
}

/** Creates a store. `extensions` are those of its editor, with a history. */
export function createTextStore(initial: string, extensions: Extension): TextStore {
  let state = EditorState.create({ doc: initial, extensions });
  let text = state.doc.toString();
  let view: EditorView | null = null;
  let revision = 0;
  const listeners = new Set<() => void>();
  const take = (next: EditorState): void => {
    const isSame = next.doc.eq(state.doc);
    state = next;
    if (isSame) return;
    text = state.doc.toString();
    revision++;
    for (const listener of listeners) listener();
  };
  const send = (transaction: Transaction): void => {
    if (view) view.dispatch(transaction);
    else take(transaction.state);
  };
  return {
    state: () => state,
    text: () => text,
    replace(next, kind) {
      const change = minimalChange(text, next);
      if (change === null) return;
      const annotations: Annotation<string>[] = [Transaction.userEvent.of(`input.${kind}`)];
      if (kind === 'edit') annotations.push(isolateHistory.of('full'));
      send(state.update({ changes: change, annotations }));
    },
    reset(next) {
      const fresh = EditorState.create({ doc: next, extensions });
      view?.setState(fresh);
      take(fresh);
      revision++;
      for (const listener of listeners) listener();
    },
    dispatch: (spec) => send(state.update(spec)),
    undo: () => void undo({ state, dispatch: send }),
    redo: () => void redo({ state, dispatch: send }),
    canUndo: () => undoDepth(state) > 0,
    canRedo: () => redoDepth(state) > 0,
    attach(shown) {
      view = shown;
      return () => {
        if (view === shown) view = null;
      };
    },
    update(shown, transactions) {
      shown.update(transactions);
      take(shown.state);
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    revision: () => revision,
  };
}
