import { json } from '@codemirror/lang-json';
import { yaml } from '@codemirror/lang-yaml';
import { indentUnit } from '@codemirror/language';
import { lintGutter } from '@codemirror/lint';
import { EditorState, type Extension } from '@codemirror/state';
import { EditorView } from '@codemirror/view';
import { basicSetup } from 'codemirror';
import { editorTheme } from './editor-theme.ts';
import { replaceSelection } from './replace-selection.ts';

/** Returns the extensions of the editor of a workflow. `Tab` leaves it, as elsewhere on the page. */
export function yamlExtensions(label: string): Extension {
  return [
    basicSetup,
    EditorView.lineWrapping,
    yaml(),
    indentUnit.of('  '),
    lintGutter(),
    replaceSelection,
    EditorView.contentAttributes.of({ 'aria-label': label, tabindex: '0' }),
    editorTheme,
  ];
}

/** Returns the extensions of a view that shows a text in which nothing can be changed. */
export function readOnlyExtensions(label: string, language: 'yaml' | 'json' = 'yaml'): Extension {
  return [
    basicSetup,
    EditorView.lineWrapping,
    language === 'yaml' ? yaml() : json(),
    EditorState.readOnly.of(true),
    EditorView.editable.of(false),
    EditorView.contentAttributes.of({ 'aria-label': label, tabindex: '0' }),
    editorTheme,
  ];
}
