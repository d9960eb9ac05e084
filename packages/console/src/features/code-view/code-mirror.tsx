import { javascript } from '@codemirror/lang-javascript';
import { json } from '@codemirror/lang-json';
import { yaml } from '@codemirror/lang-yaml';
import { syntaxHighlighting } from '@codemirror/language';
import { EditorState, type Extension } from '@codemirror/state';
import { EditorView } from '@codemirror/view';
import { classHighlighter } from '@lezer/highlight';
import { basicSetup } from 'codemirror';
import { useEffect, useRef } from 'react';
import { codeTheme } from './code-theme.ts';
import './code-view.css';
import type { CodeViewProps } from './code-view.tsx';

/** Editor of a text, or its viewer without `onChange`. In a shadow root: its styles are no `<style>` elements there. */
export function CodeMirror({ text, path, label, onChange }: CodeViewProps) {
  const host = useRef<HTMLDivElement>(null);
  const changed = useRef(onChange);
  changed.current = onChange;
  const isEditable = onChange !== undefined;
  const first = useRef(text);
  // The editor keeps what was typed; only the text of a viewer is replaced.
  if (!isEditable) first.current = text;
  const shown = first.current;
  useEffect(() => {
    const element = host.current;
    if (!element) return;
    const root = element.shadowRoot ?? element.attachShadow({ mode: 'open' });
    const view = new EditorView({
      root,
      parent: root,
      doc: shown,
      extensions: [
        basicSetup,
        languageOf(path),
        syntaxHighlighting(classHighlighter),
        codeTheme,
        EditorView.lineWrapping,
        EditorState.readOnly.of(!isEditable),
        EditorView.editable.of(isEditable),
        EditorView.contentAttributes.of({ 'aria-label': label, tabindex: '0' }),
        EditorView.updateListener.of(({ docChanged, state }) => {
          if (docChanged) changed.current?.(state.doc.toString());
        }),
      ],
    });
    return () => view.destroy();
  }, [shown, path, label, isEditable]);
  return <div ref={host} className="code-view" />;
}

function languageOf(path: string): Extension {
  const extension = path.split('.').at(-1)?.toLowerCase() ?? '';
  if (/^[cm]?[jt]s$/.test(extension)) return javascript({ typescript: extension.endsWith('ts') });
  if (extension === 'json') return json();
  return /^ya?ml$/.test(extension) ? yaml() : [];
}
