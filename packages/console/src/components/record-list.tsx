import { type ReactNode, useCallback } from 'react';
import { type Column, DataTable } from './data-table.tsx';
import { ErrorState, Loading } from './states.tsx';

/** List that is read page by page, as `useListPages` returns it. */
export interface ReadList<Row> {
  readonly data: readonly Row[] | undefined;
  readonly error: unknown;
  readonly isPending: boolean;
  readonly hasNextPage?: boolean;
  readonly isFetchingNextPage?: boolean;
  readonly fetchNextPage?: () => unknown;
  readonly refetch: () => unknown;
}

/** List of records with what is shown while it is read, when that failed, and when it is empty; more is read at its end. */
export function RecordList<Row>({
  label,
  list,
  columns,
  rowKey,
  empty,
  linked = false,
}: {
  /** Name of the list, such as `Schedules`. */
  readonly label: string;
  readonly list: ReadList<Row>;
  readonly columns: readonly Column<Row>[];
  readonly rowKey: (row: Row) => string;
  /** Shown in place of a list without records. */
  readonly empty: ReactNode;
  readonly linked?: boolean;
}) {
  const { data, hasNextPage = false, isFetchingNextPage = false, fetchNextPage } = list;
  const more = useCallback(() => {
    if (hasNextPage && !isFetchingNextPage) void fetchNextPage?.();
  }, [hasNextPage, isFetchingNextPage, fetchNextPage]);
  return (
    <>
      {list.error ? <ErrorState error={list.error} onRetry={() => void list.refetch()} /> : null}
      {list.isPending ? <Loading label={`Loading ${label.toLowerCase()}…`} /> : null}
      {data?.length === 0 ? empty : null}
      {data?.length ? (
        <DataTable
          label={label}
          rows={data}
          columns={columns}
          rowKey={rowKey}
          linked={linked}
          fill
          onEndReached={more}
        />
      ) : null}
    </>
  );
}
