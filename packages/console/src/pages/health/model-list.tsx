import { useModels } from '../../api/service.ts';
import { type Column, DataTable } from '../../components/data-table.tsx';
import { EmptyState, ErrorState, Loading } from '../../components/states.tsx';

interface NamedModel {
  readonly name: string;
  readonly label: string;
  readonly isDefault: boolean;
}

/** Models that requests may name, with the one that is used when they name none. */
export function ModelList() {
  const models = useModels();
  const rows: readonly NamedModel[] = Object.entries(models.data?.models ?? {}).map(([name, label]) => ({
    name,
    label,
    isDefault: name === models.data?.default,
  }));
  return (
    <>
      <h2>Models</h2>
      {models.error ? <ErrorState error={models.error} onRetry={() => void models.refetch()} /> : null}
      {models.isPending ? <Loading label="Loading the models…" /> : null}
      {models.data && rows.length === 0 ? (
        <EmptyState title="No model">
          {models.data.default === null ? (
            <>
              Blocks that ask a model fail. The host configures one: see <code>docs/settings.md</code>.
            </>
          ) : (
            <>
              Requests cannot choose a model: all use <code>{models.data.default}</code>.
            </>
          )}
        </EmptyState>
      ) : null}
      {rows.length > 0 ? (
        <DataTable label="Models" rows={rows} columns={columns} rowKey={({ name }) => name} />
      ) : null}
    </>
  );
}

const columns: readonly Column<NamedModel>[] = [
  { id: 'name', header: 'Name', cell: ({ name }) => <code>{name}</code> },
  { id: 'label', header: 'Label', cell: ({ label }) => label },
  {
    id: 'default',
    header: 'Used by default',
    cell: ({ isDefault }) => (isDefault ? 'Yes' : <span className="muted">No</span>),
  },
];
