import type { ApiKey } from '@runwright/client';
import { MoreHorizontal, RefreshCw, Trash2 } from 'lucide-react';
import { IconButton } from '../../components/button.tsx';
import type { Column } from '../../components/data-table.tsx';
import { Menu } from '../../components/menu.tsx';
import { StatusBadge } from '../../components/status-badge.tsx';
import { Time } from '../../components/values.tsx';
import { keyStateOf } from './key-scopes.ts';

/** What is asked about a key. */
export type KeyQuestion = 'rotate' | 'revoke';

/** Columns of the list of keys. */
export function keyColumns({
  now,
  isOwn,
  onAsk,
}: {
  readonly now: number;
  readonly isOwn: (key: ApiKey) => boolean;
  readonly onAsk: (question: KeyQuestion, key: ApiKey) => void;
}): readonly Column<ApiKey>[] {
  return [
    {
      id: 'name',
      header: 'Name',
      className: 'main-cell',
      cell: (key) => (
        <div className="truncate">
          {key.name}
          {isOwn(key) ? <span className="muted"> (this page)</span> : null}
        </div>
      ),
    },
    { id: 'state', header: 'State', cell: (key) => <StatusBadge status={keyStateOf(key, now)} /> },
    {
      id: 'prefix',
      header: 'Begins with',
      className: 'wide-only',
      cell: ({ prefix }) => <code>{prefix}…</code>,
    },
    {
      id: 'scopes',
      header: 'Scopes',
      className: 'wide-only one-line',
      cell: ({ scopes }) => scopes.join(', '),
    },
    { id: 'created', header: 'Created', className: 'wide-only', cell: (key) => <Time at={key.created_at} /> },
    { id: 'used', header: 'Last used', cell: (key) => <Time at={key.last_used_at} /> },
    { id: 'expires', header: 'Expires', className: 'wide-only', cell: (key) => <Time at={key.expires_at} /> },
    {
      id: 'actions',
      header: 'Actions',
      className: 'number',
      cell: (key) =>
        keyStateOf(key, now) === 'active' ? (
          <Menu
            trigger={
              <IconButton label={`Actions for ${key.name}`} icon={<MoreHorizontal size={18} aria-hidden />} />
            }
            entries={[
              {
                label: 'Rotate…',
                icon: <RefreshCw size={16} aria-hidden />,
                onSelect: () => onAsk('rotate', key),
              },
              {
                label: 'Revoke…',
                icon: <Trash2 size={16} aria-hidden />,
                onSelect: () => onAsk('revoke', key),
              },
            ]}
          />
        ) : null,
    },
  ];
}
