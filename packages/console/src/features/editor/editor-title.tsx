import { useEffect } from 'react';
import { textOf } from './blocks/definition.ts';
import { setValue } from './blocks/edit-blocks.ts';
import type { Editor } from './use-editor.ts';
import { asObject } from './yaml/json.ts';

/** Title of the workflow, which is edited where it stands. */
export function EditorTitle({ editor, title }: { readonly editor: Editor; readonly title: string }) {
  useEffect(() => {
    document.title = `${title} · Runwright`;
  }, [title]);
  return (
    <>
      <h1 className="visually-hidden">{title}</h1>
      <input
        type="text"
        className="editor-title"
        aria-label="Title of the workflow"
        title="Edit the title"
        placeholder="Title"
        spellCheck={false}
        disabled={!editor.isReadable}
        value={textOf(asObject(editor.file)?.title)}
        onChange={({ target }) => editor.edit(setValue(['title'], target.value), { kind: 'type' })}
        onKeyDown={({ key, currentTarget }) => {
          if (key === 'Enter' || key === 'Escape') currentTarget.blur();
        }}
      />
    </>
  );
}
