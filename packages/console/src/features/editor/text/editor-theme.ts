import { HighlightStyle, syntaxHighlighting } from '@codemirror/language';
import type { Extension } from '@codemirror/state';
import { EditorView } from '@codemirror/view';
import { tags } from '@lezer/highlight';

// Custom properties of the page reach into the shadow tree, so one theme does for light and dark.
const theme = EditorView.theme({
  '&': { height: '100%', backgroundColor: 'var(--surface)', color: 'var(--text)', fontSize: '0.8125rem' },
  '&.cm-focused': { outline: '2px solid var(--accent)', outlineOffset: '-2px' },
  '.cm-scroller': { fontFamily: 'var(--mono)', lineHeight: '1.5', overflow: 'auto' },
  '.cm-content': { caretColor: 'var(--text)' },
  '.cm-cursor, .cm-dropCursor': { borderLeftColor: 'var(--text)' },
  '.cm-gutters': {
    backgroundColor: 'var(--surface-2)',
    color: 'var(--text-2)',
    borderRight: '1px solid var(--border)',
  },
  '.cm-activeLine': { backgroundColor: 'transparent' },
  '.cm-activeLineGutter': { backgroundColor: 'var(--surface-3)' },
  '&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, .cm-selectionBackground': {
    backgroundColor: 'var(--accent-soft)',
  },
  '.cm-tooltip, .cm-panels': {
    backgroundColor: 'var(--surface)',
    color: 'var(--text)',
    border: '1px solid var(--border)',
  },
  '.cm-panel input, .cm-panel button': {
    background: 'var(--surface)',
    color: 'var(--text)',
    border: '1px solid var(--border-strong)',
    borderRadius: '4px',
  },
  '.cm-diagnostic-error': { borderLeftColor: 'var(--bad)' },
  '.cm-diagnostic-warning': { borderLeftColor: 'var(--warn)' },
  '.cm-matchingBracket, &.cm-focused .cm-matchingBracket': { backgroundColor: 'var(--surface-3)' },
  '.cm-foldPlaceholder': { background: 'var(--surface-3)', color: 'var(--text)', border: 'none' },
  '.cm-changedLine': { backgroundColor: 'var(--ok-soft) !important' },
  '.cm-changedText': {
    background: 'none !important',
    textDecoration: 'underline',
    textDecorationColor: 'var(--ok)',
  },
  '.cm-deletedChunk': { backgroundColor: 'var(--bad-soft) !important' },
  '.cm-deletedChunk .cm-deletedText': { background: 'none !important', textDecoration: 'line-through' },
  '.cm-collapsedLines': {
    background: 'var(--surface-2) !important',
    color: 'var(--text-2) !important',
  },
});

const colours = HighlightStyle.define([
  { tag: [tags.propertyName, tags.definition(tags.propertyName)], color: 'var(--accent)' },
  { tag: [tags.string, tags.special(tags.string)], color: 'var(--ok)' },
  { tag: [tags.number, tags.bool, tags.null, tags.keyword], color: 'var(--busy)' },
  { tag: [tags.comment, tags.lineComment], color: 'var(--text-2)', fontStyle: 'italic' },
  { tag: [tags.separator, tags.punctuation, tags.bracket], color: 'var(--text-2)' },
  { tag: tags.invalid, color: 'var(--bad)' },
]);

/** Colours of the code editor, from the tokens of the page. */
export const editorTheme: Extension = [theme, syntaxHighlighting(colours)];
