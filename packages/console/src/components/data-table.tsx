import { useVirtualizer } from '@tanstack/react-virtual';
import { type ReactNode, useEffect, useRef } from 'react';

/** Column of a table. */
export interface Column<Row> {
  readonly id: string;
  readonly header: string;
  readonly cell: (row: Row) => ReactNode;
  /** `number` aligns to the right, `wide-only` hides the column on narrow screens. */
  readonly className?: string;
}

/** Rows from which on only those on the screen are rendered. */
const virtualFrom = 60;

/**
 * Table of records. Long ones render only the rows on the screen. A row whose first cell has a link with the class `row-link` leads
 * there as a whole.
 */
export function DataTable<Row>({
  label,
  rows,
  columns,
  rowKey,
  rowHeight = 45,
  linked = false,
  fill = false,
  onEndReached,
}: {
  /** Name for screen readers. */
  readonly label: string;
  readonly rows: readonly Row[];
  readonly columns: readonly Column<Row>[];
  readonly rowKey: (row: Row) => string;
  readonly rowHeight?: number;
  readonly linked?: boolean;
  /** Takes the rest of the page's height and scrolls by itself; long tables need it. */
  readonly fill?: boolean;
  /** Called when the last row is near, to load more. */
  readonly onEndReached?: () => void;
}) {
  const frame = useRef<HTMLElement>(null);
  const virtualizer = useVirtualizer({
    count: rows.length,
    getScrollElement: () => frame.current,
    estimateSize: () => rowHeight,
    overscan: 12,
    enabled: rows.length >= virtualFrom,
  });
  const items = virtualizer.getVirtualItems();
  const isVirtual = rows.length >= virtualFrom;
  const range = isVirtual ? items.map(({ index }) => index) : rows.map((_, index) => index);
  const last = range.at(-1) ?? -1;
  useEffect(() => {
    if (last >= rows.length - 10) onEndReached?.();
  }, [last, rows.length, onEndReached]);

  const before = isVirtual ? (items[0]?.start ?? 0) : 0;
  const after = isVirtual ? virtualizer.getTotalSize() - (items.at(-1)?.end ?? 0) : 0;
  return (
    // What scrolls has to be reachable by keyboard.
    <section
      ref={frame}
      className={fill ? 'table-frame fill' : 'table-frame'}
      aria-label={label}
      tabIndex={0}
    >
      <table className="table" aria-label={label} aria-rowcount={rows.length + 1}>
        <thead>
          <tr aria-rowindex={1}>
            {columns.map(({ id, header, className }) => (
              <th key={id} scope="col" className={className}>
                {header}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          <Spacer height={before} />
          {range.map((index) => {
            const row = rows[index];
            if (row === undefined) return null;
            return (
              <tr
                key={rowKey(row)}
                ref={isVirtual ? virtualizer.measureElement : undefined}
                data-index={index}
                aria-rowindex={index + 2}
                className={linked ? 'linked' : undefined}
              >
                {columns.map(({ id, cell, className }) => (
                  <td key={id} className={className}>
                    {cell(row)}
                  </td>
                ))}
              </tr>
            );
          })}
          <Spacer height={after} />
        </tbody>
      </table>
    </section>
  );
}

function Spacer({ height }: { readonly height: number }) {
  if (height <= 0) return null;
  return (
    <tr className="spacer" aria-hidden>
      <td style={{ height }} />
    </tr>
  );
}
