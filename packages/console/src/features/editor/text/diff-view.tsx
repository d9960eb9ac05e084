import { unifiedMergeView } from '@codemirror/merge';
import { EditorView } from '@codemirror/view';
import { useCallback } from 'react';
import { ShadowView } from './shadow-view.tsx';
import { readOnlyExtensions } from './yaml-extensions.ts';
import './diff-view.css';

/** Shows how one text differs from another; equal parts are folded. */
export function DiffView({
  label,
  before,
  after,
}: {
  readonly label: string;
  readonly before: string;
  readonly after: string;
}) {
  const mount = useCallback(
    (parent: HTMLElement, root: ShadowRoot) => {
      const view = new EditorView({
        doc: after,
        parent,
        root,
        extensions: [
          readOnlyExtensions(label),
          unifiedMergeView({
            original: before,
            mergeControls: false,
            gutter: true,
            collapseUnchanged: { margin: 3, minSize: 6 },
          }),
        ],
      });
      return () => view.destroy();
    },
    [label, before, after],
  );
  return <ShadowView className="code-editor diff" mount={mount} />;
}
