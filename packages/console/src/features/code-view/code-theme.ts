import { EditorView } from '@codemirror/view';

/** Colours of the editor, from the tokens of the page: they follow its theme. */
export const codeTheme = EditorView.theme({
  '&': {
    height: '100%',
    backgroundColor: 'var(--surface)',
    color: 'var(--text)',
    fontSize: 'var(--size-2)',
  },
  // The host shows the focus.
  '&.cm-focused': { outline: 'none' },
  '.cm-scroller': { fontFamily: 'var(--mono)', lineHeight: '1.55' },
  '.cm-content': { caretColor: 'var(--text)' },
  '.cm-cursor': { borderLeftColor: 'var(--text)' },
  '.cm-gutters': {
    backgroundColor: 'var(--surface-2)',
    color: 'var(--text-2)',
    borderRight: '1px solid var(--border)',
  },
  '.cm-activeLine, .cm-activeLineGutter': { backgroundColor: 'transparent' },
  '&.cm-focused .cm-selectionBackground, .cm-selectionBackground, ::selection': {
    backgroundColor: 'var(--accent-soft) !important',
  },
  '.cm-panels': { backgroundColor: 'var(--surface-2)', color: 'var(--text)' },
  '.cm-tooltip': { backgroundColor: 'var(--surface)', borderColor: 'var(--border)' },
  '.tok-keyword, .tok-operatorKeyword': { color: 'var(--accent)', fontWeight: '600' },
  '.tok-string, .tok-string2': { color: 'var(--ok)' },
  '.tok-number, .tok-bool, .tok-atom': { color: 'var(--warn)' },
  '.tok-comment': { color: 'var(--text-2)', fontStyle: 'italic' },
  '.tok-propertyName, .tok-typeName, .tok-className': { color: 'var(--busy)' },
  '.tok-invalid': { color: 'var(--bad)' },
});
