import { useWorkflows } from '../../api/workflows.ts';
import { SearchField } from '../../components/search-field.tsx';
import { inWords } from '../../lib/format.ts';
import { type RunsSearch, runStatuses, runsSearch, runTypes } from './runs-search.ts';

/** Search and filters of the list of runs. */
export function RunFilters({
  search,
  onChange,
}: {
  readonly search: RunsSearch;
  readonly onChange: (search: RunsSearch) => void;
}) {
  const { data: workflows = [] } = useWorkflows();
  // The address may name one that is not among those to choose from.
  const choices = new Map([
    ...(search.workflow === undefined ? [] : [[search.workflow, search.workflow] as const]),
    ...workflows.map(({ workflow_permanent_id: id, title }) => [id, title] as const),
  ]);
  const set = (changed: Readonly<Record<string, string>>) => onChange(runsSearch({ ...search, ...changed }));
  return (
    <div className="row">
      <SearchField label="Search runs" value={search.q ?? ''} onSearch={(q) => set({ q })} />
      <select
        className="input filter"
        aria-label="Status"
        value={search.status ?? ''}
        onChange={({ target }) => set({ status: target.value })}
      >
        <option value="">All statuses</option>
        {runStatuses.map((status) => (
          <option key={status} value={status}>
            {inWords(status)}
          </option>
        ))}
      </select>
      <select
        className="input filter"
        aria-label="Type"
        value={search.type ?? ''}
        onChange={({ target }) => set({ type: target.value })}
      >
        <option value="">All types</option>
        {Object.entries(runTypes).map(([type, label]) => (
          <option key={type} value={type}>
            {label}
          </option>
        ))}
      </select>
      <select
        className="input filter"
        aria-label="Workflow"
        value={search.workflow ?? ''}
        onChange={({ target }) => set({ workflow: target.value })}
      >
        <option value="">All workflows</option>
        {[...choices].map(([id, title]) => (
          <option key={id} value={id}>
            {title}
          </option>
        ))}
      </select>
    </div>
  );
}
