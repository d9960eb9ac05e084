import { ArrowDown, ArrowUp, CircleAlert, Trash2 } from 'lucide-react';
import { IconButton } from '../../../components/button.tsx';
import { EmptyState } from '../../../components/states.tsx';
import { blocksAt, isGraphList } from '../blocks/definition.ts';
import { moveBlock, removeBlock } from '../blocks/edit-blocks.ts';
import { titleOf } from '../form/block-schema.ts';
import type { EditorProblem } from '../text/problems.ts';
import type { Editor } from '../use-editor.ts';
import type { GraphNode } from './graph-model.ts';
import './outline.css';

/** The blocks as a list: the same as the graph, for keyboards, screen readers and narrow screens. */
export function Outline({
  editor,
  problems,
  onOpen,
}: {
  readonly editor: Editor;
  readonly problems: readonly EditorProblem[];
  /** Opens the form of the selected block. */
  readonly onOpen: () => void;
}) {
  if (editor.graph.nodes.length === 0)
    return (
      <EmptyState title="No blocks yet">
        Add the first one from <strong>Add</strong>.
      </EmptyState>
    );
  return (
    <nav className="outline" aria-label="Blocks">
      <Level editor={editor} problems={problems} loop={null} onOpen={onOpen} />
    </nav>
  );
}

function Level({
  editor,
  problems,
  loop,
  onOpen,
}: {
  readonly editor: Editor;
  readonly problems: readonly EditorProblem[];
  readonly loop: string | null;
  readonly onOpen: () => void;
}) {
  const members = editor.graph.nodes.filter((node) => node.loop === loop);
  return (
    <ol>
      {members.map((node) => (
        <li key={node.id}>
          <Row
            editor={editor}
            node={node}
            hasError={problems.some(({ label }) => label === node.label)}
            onOpen={onOpen}
          />
          {node.isLoop ? <Level editor={editor} problems={problems} loop={node.id} onOpen={onOpen} /> : null}
        </li>
      ))}
    </ol>
  );
}

function Row({
  editor,
  node,
  hasError,
  onOpen,
}: {
  readonly editor: Editor;
  readonly node: GraphNode;
  readonly hasError: boolean;
  readonly onOpen: () => void;
}) {
  const { edit, select, selected, isReadable, graph, file } = editor;
  const { list, index, label } = node;
  const blocks = blocksAt(file, list);
  const leads = graph.edges
    .filter(({ from }) => from === node.id)
    .map(({ to, text }) => (text ? `${to} (${text})` : to));
  const move = (to: number) => edit(moveBlock(list, index, to), { selectAt: { list, index: to } });
  return (
    <div className="outline-row" data-selected={selected?.id === node.id || undefined}>
      <button
        type="button"
        className="outline-name"
        aria-current={selected?.id === node.id}
        onClick={() => {
          select(node.id);
          onOpen();
        }}
      >
        <strong>{label || 'No label'}</strong>
        <span>{titleOf(node.type)}</span>
        {hasError ? (
          <span className="outline-mark">
            <CircleAlert size={15} aria-hidden />
            <span className="visually-hidden">has problems</span>
          </span>
        ) : null}
        <span className="outline-next">{leads.length > 0 ? `then ${leads.join(', ')}` : 'ends here'}</span>
      </button>
      {isReadable && !isGraphList(blocks) ? (
        <>
          <IconButton
            small
            label={`Move ${label} up`}
            icon={<ArrowUp size={15} aria-hidden />}
            disabled={index === 0}
            onClick={() => move(index - 1)}
          />
          <IconButton
            small
            label={`Move ${label} down`}
            icon={<ArrowDown size={15} aria-hidden />}
            disabled={index === blocks.length - 1}
            onClick={() => move(index + 1)}
          />
        </>
      ) : null}
      {isReadable ? (
        <IconButton
          small
          label={`Remove ${label}`}
          icon={<Trash2 size={15} aria-hidden />}
          onClick={() => edit(removeBlock(list, index))}
        />
      ) : null}
    </div>
  );
}
