import type { Extension } from '@codemirror/state';
import { EditorView } from '@codemirror/view';

/**
 * Replaces a selection of several lines without the browser's own editing, which joins the lines with inline styles: the policy of the
 * page forbids them and reports each.
 */
export const replaceSelection: Extension = EditorView.domEventHandlers({
  beforeinput(event, view) {
    const { state } = view;
    const { from, to } = state.selection.main;
    const text = event.data;
    const isOneLine = state.doc.lineAt(from).to >= to;
    if (event.inputType !== 'insertText' || text === null || isOneLine || state.readOnly) return false;
    event.preventDefault();
    const insert = () =>
      state.update(state.replaceSelection(text), { userEvent: 'input.type', scrollIntoView: true });
    const handlers = state.facet(EditorView.inputHandler);
    if (!handlers.some((handle) => handle(view, from, to, text, insert))) view.dispatch(insert());
    return true;
  },
});
