import type { BrowserProfile } from '@runwright/client';
import { Pencil, Trash2 } from 'lucide-react';
import { IconButton } from '../../components/button.tsx';
import { CopiedId } from '../../components/copied-id.tsx';
import type { Column } from '../../components/data-table.tsx';
import { Time } from '../../components/values.tsx';

/** Columns of the list of browser profiles. */
export function profileColumns(on: {
  readonly rename: (profile: BrowserProfile) => void;
  readonly remove: (profile: BrowserProfile) => void;
}): readonly Column<BrowserProfile>[] {
  return [
    {
      id: 'name',
      header: 'Name',
      className: 'main-cell',
      cell: ({ name, description }) => (
        <div className="truncate">
          <strong>{name}</strong> <span className="muted">{description}</span>
        </div>
      ),
    },
    {
      id: 'id',
      header: 'Id',
      className: 'wide-only',
      cell: ({ browser_profile_id: id }) => <CopiedId id={id} />,
    },
    { id: 'created', header: 'Created', cell: ({ created_at: at }) => <Time at={at} /> },
    {
      id: 'actions',
      header: 'Actions',
      className: 'number',
      cell: (profile) => (
        <div className="row-actions">
          <IconButton
            small
            label={`Rename ${profile.name}`}
            icon={<Pencil size={16} aria-hidden />}
            onClick={() => on.rename(profile)}
          />
          <IconButton
            small
            label={`Delete ${profile.name}`}
            icon={<Trash2 size={16} aria-hidden />}
            onClick={() => on.remove(profile)}
          />
        </div>
      ),
    },
  ];
}
