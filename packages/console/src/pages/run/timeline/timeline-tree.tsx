import { useVirtualizer } from '@tanstack/react-virtual';
import { ChevronDown, ChevronRight } from 'lucide-react';
import { type KeyboardEvent, useEffect, useId, useRef } from 'react';
import { StatusBadge } from '../../../components/status-badge.tsx';
import { WarningBadge } from '../../../components/warning-badge.tsx';
import { NodeIcon } from './node-icon.tsx';
import { NodeTime } from './node-time.tsx';
import type { TimelineRow } from './timeline-node.ts';

const rowHeight = 34;

/** Properties of {@link TimelineTree}. */
export interface TimelineTreeProps {
  readonly rows: readonly TimelineRow[];
  /** Id of the node that is shown beside the tree. */
  readonly selected: string | null;
  readonly onSelect: (id: string) => void;
  /** Selects a line that was clicked or tapped, to look at its details. */
  readonly onOpen: (id: string) => void;
  readonly onToggle: (id: string, isOpen: boolean) => void;
  /** Keeps the last line on the screen when lines are added below it, unless one has scrolled away from it. */
  readonly follow: boolean;
}

/** Timeline as a tree. Only the lines on the screen are rendered; arrow keys move, open and close as in any tree. */
export function TimelineTree({ rows, selected, onSelect, onOpen, onToggle, follow }: TimelineTreeProps) {
  const frame = useRef<HTMLDivElement>(null);
  const id = useId();
  const virtualizer = useVirtualizer({
    count: rows.length,
    getScrollElement: () => frame.current,
    estimateSize: () => rowHeight,
    overscan: 15,
    getItemKey: (index) => rows[index]?.node.id ?? index,
  });
  const at = rows.findIndex(({ node }) => node.id === selected);
  const last = rows.length - 1;
  const isAtEnd = useRef(true);
  useEffect(() => {
    if (follow && isAtEnd.current && last >= 0) virtualizer.scrollToIndex(last);
  }, [follow, last, virtualizer]);
  useEffect(() => {
    if (at >= 0) virtualizer.scrollToIndex(at);
  }, [at, virtualizer]);

  const onKeyDown = (event: KeyboardEvent): void => {
    const row = rows[at];
    const next = rowAfterKey(event.key, rows, at);
    if (next !== null) {
      event.preventDefault();
      const target = rows[Math.max(0, Math.min(last, next))];
      if (target) onSelect(target.node.id);
    } else if (row && (event.key === 'ArrowLeft' || event.key === 'ArrowRight')) {
      event.preventDefault();
      onToggle(row.node.id, event.key === 'ArrowRight');
    }
  };
  return (
    <div
      ref={frame}
      className="tree"
      role="tree"
      aria-label="Timeline"
      tabIndex={0}
      aria-activedescendant={at >= 0 ? `${id}-${selected}` : undefined}
      onKeyDown={onKeyDown}
      onScroll={({ currentTarget: { scrollTop, clientHeight, scrollHeight } }) => {
        isAtEnd.current = scrollTop + clientHeight >= scrollHeight - 2 * rowHeight;
      }}
    >
      <div className="tree-size" role="none" style={{ height: virtualizer.getTotalSize() }}>
        {virtualizer.getVirtualItems().map(({ index, start, key }) => {
          const row = rows[index];
          return row ? (
            <TreeRow
              key={key}
              id={`${id}-${row.node.id}`}
              row={row}
              top={start}
              isSelected={index === at}
              onOpen={onOpen}
              onToggle={onToggle}
            />
          ) : null;
        })}
      </div>
    </div>
  );
}

function TreeRow({
  id,
  row: { node, level, isOpen },
  top,
  isSelected,
  onOpen,
  onToggle,
}: {
  readonly id: string;
  readonly row: TimelineRow;
  readonly top: number;
  readonly isSelected: boolean;
} & Pick<TimelineTreeProps, 'onOpen' | 'onToggle'>) {
  const hasChildren = node.children.length > 0;
  const Chevron = isOpen ? ChevronDown : ChevronRight;
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the tree takes the keys, as the pattern for trees says.
    <div
      id={id}
      role="treeitem"
      tabIndex={-1}
      className="tree-row"
      data-kind={node.record.kind}
      aria-level={level}
      aria-selected={isSelected}
      {...(hasChildren ? { 'aria-expanded': isOpen } : {})}
      style={{ transform: `translateY(${top}px)`, paddingInlineStart: 8 + (level - 1) * 18 }}
      onClick={() => onOpen(node.id)}
    >
      {hasChildren ? (
        // biome-ignore lint/a11y/useKeyWithClickEvents lint/a11y/noStaticElementInteractions: arrow keys do the same.
        <span
          className="tree-toggle"
          onClick={(event) => {
            event.stopPropagation();
            onToggle(node.id, !isOpen);
          }}
        >
          <Chevron size={16} aria-hidden />
        </span>
      ) : (
        <span className="tree-toggle" />
      )}
      <NodeIcon record={node.record} />
      <span className="tree-label">{node.label}</span>
      <span className="tree-detail truncate" title={node.detail ?? undefined}>
        {node.detail}
      </span>
      {node.warning === undefined ? null : <WarningBadge text={node.warning} />}
      {node.status === null ? null : <StatusBadge status={node.status} />}
      <span className="tree-duration">
        <NodeTime node={node} />
      </span>
    </div>
  );
}

/** Returns the line that a key moves to; null for a key that opens, closes or does nothing here. */
function rowAfterKey(key: string, rows: readonly TimelineRow[], at: number): number | null {
  const row = rows[at];
  switch (key) {
    case 'ArrowDown':
      return at + 1;
    case 'ArrowUp':
      return at - 1;
    case 'PageDown':
      return at + 15;
    case 'PageUp':
      return at - 15;
    case 'Home':
      return 0;
    case 'End':
      return rows.length - 1;
    case 'ArrowRight':
      return row?.isOpen && row.node.children.length > 0 ? at + 1 : null;
    case 'ArrowLeft': {
      if (!row || (row.isOpen && row.node.children.length > 0)) return null;
      const parent = rows.slice(0, at).findLastIndex(({ level }) => level < row.level);
      return parent === -1 ? null : parent;
    }
    default:
      return null;
  }
}
