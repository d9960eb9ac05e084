import { Handle, type Node, type NodeProps, Position } from '@xyflow/react';
import { CircleAlert } from 'lucide-react';
import { memo } from 'react';
import { titleOf } from '../form/block-schema.ts';
import { blockIcon } from './block-icons.ts';
import type { GraphNode } from './graph-model.ts';

/** What a node of the graph shows. */
export type BlockNodeData = {
  /** The block without its members. */
  readonly block: Omit<GraphNode, 'block'>;
  readonly errors: number;
  readonly warnings: number;
  /** Branches of a conditional, from left to right. */
  readonly branches: readonly { readonly index: number; readonly isDefault: boolean }[];
};
export type BlockFlowNode = Node<BlockNodeData, 'block'>;

/** A block, or a loop around its blocks. */
export const BlockNode = memo(function BlockNode({ data, selected }: NodeProps<BlockFlowNode>) {
  const { block, errors, warnings, branches } = data;
  const Icon = blockIcon(block.type, block.isLast);
  const tone = errors > 0 ? 'bad' : warnings > 0 ? 'warn' : undefined;
  return (
    <div
      className={block.isLoop ? 'block-node loop' : 'block-node'}
      data-selected={selected || undefined}
      data-tone={tone}
      data-label={block.label}
    >
      <Handle type="target" position={Position.Top} isConnectable={!block.isLast} />
      <div className="block-node-head">
        <Icon size={16} aria-hidden />
        <div className="block-node-names">
          <strong>{block.label || 'No label'}</strong>
          <span>{block.isLast ? `${titleOf(block.type)}, runs last` : titleOf(block.type)}</span>
        </div>
        {tone ? (
          <span className="block-node-mark" title={countWords(errors, warnings)}>
            <CircleAlert size={16} aria-hidden />
            <span className="visually-hidden">{countWords(errors, warnings)}</span>
          </span>
        ) : null}
      </div>
      {block.isLast ? null : (
        <>
          {branches.length > 0 ? (
            branches.map(({ index, isDefault }, place) => (
              <Handle
                key={index}
                id={`branch-${index}`}
                type="source"
                position={Position.Bottom}
                style={{ left: `${((place + 1) * 100) / (branches.length + 1)}%` }}
                title={isDefault ? 'Otherwise' : `Branch ${index + 1}`}
              />
            ))
          ) : (
            <Handle id="next" type="source" position={Position.Bottom} title="Next block" />
          )}
          <Handle
            id="failure"
            type="source"
            position={Position.Right}
            title="After a failure"
            className="failure"
          />
        </>
      )}
    </div>
  );
});

/** Returns what screen readers say of a block. */
export function describeBlock(
  { label, type, isLast, loop }: BlockNodeData['block'],
  errors: number,
  warnings: number,
): string {
  const parts = [`${label || 'Block without label'}, ${titleOf(type)}`];
  if (isLast) parts.push('runs last');
  if (loop !== null) parts.push(`in ${loop}`);
  if (errors + warnings > 0) parts.push(countWords(errors, warnings));
  return parts.join(', ');
}

function countWords(errors: number, warnings: number): string {
  const words = (count: number, what: string) =>
    count === 0 ? [] : [`${count} ${what}${count === 1 ? '' : 's'}`];
  return [...words(errors, 'error'), ...words(warnings, 'warning')].join(', ');
}
