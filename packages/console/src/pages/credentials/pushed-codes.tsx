import type { PushedCode } from '@runwright/client';
import { usePushedCodePages } from '../../api/credential-pages.ts';
import { Button } from '../../components/button.tsx';
import type { Column } from '../../components/data-table.tsx';
import { RecordList } from '../../components/record-list.tsx';
import { SearchField } from '../../components/search-field.tsx';
import { EmptyState } from '../../components/states.tsx';
import { Time } from '../../components/values.tsx';

const columns: readonly Column<PushedCode>[] = [
  {
    id: 'identifier',
    header: 'Sent to',
    className: 'main-cell',
    cell: ({ totp_identifier: identifier }) => (
      <div className="truncate">
        <strong>{identifier}</strong>
      </div>
    ),
  },
  { id: 'type', header: 'Kind', cell: ({ type }) => (type === 'totp' ? 'Code' : 'Link') },
  {
    id: 'for',
    header: 'For',
    className: 'wide-only',
    cell: (code) =>
      code.workflow_run_id ??
      code.task_id ??
      code.workflow_id ?? <span className="muted">Any run that waits for it</span>,
  },
  { id: 'source', header: 'Source', className: 'wide-only', cell: ({ source }) => source ?? '–' },
  { id: 'pushed', header: 'Pushed', cell: ({ created_at: at }) => <Time at={at} /> },
  {
    id: 'expires',
    header: 'Expires',
    className: 'wide-only',
    cell: ({ expired_at: at }) => <Time at={at} />,
  },
];

/** One-time codes that were pushed, without the codes. */
export function PushedCodes({
  identifier,
  onSearch,
}: {
  /** Only codes that were sent to this address. */
  readonly identifier: string | undefined;
  readonly onSearch: (changed: Readonly<Record<string, string>>) => void;
}) {
  const list = usePushedCodePages(identifier === undefined ? {} : { totp_identifier: identifier });
  return (
    <>
      <div className="row">
        <SearchField label="Find codes sent to" value={identifier ?? ''} onSearch={(q) => onSearch({ q })} />
      </div>
      <RecordList
        label="One-time codes"
        list={list}
        columns={columns}
        rowKey={({ totp_code_id: id }) => id}
        empty={
          identifier === undefined ? (
            <EmptyState title="No one-time codes">
              When a run waits for a code that a site has sent, push it here, or let your mail system send it
              to <code>POST /v1/credentials/totp</code>.
            </EmptyState>
          ) : (
            <EmptyState
              title="No code was sent to this address"
              action={<Button onClick={() => onSearch({ q: '' })}>Show all codes</Button>}
            >
              Enter the whole mail address or telephone number.
            </EmptyState>
          )
        }
      />
    </>
  );
}
