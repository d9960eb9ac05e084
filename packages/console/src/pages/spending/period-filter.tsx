import { TextField } from '../../components/field.tsx';
import { periodOf, periods, type SpendingSearch } from './spending-search.ts';

/** Selects the days that the page shows. */
export function PeriodFilter({
  search,
  now,
  onChange,
}: {
  readonly search: SpendingSearch;
  readonly now: number;
  readonly onChange: (search: SpendingSearch) => void;
}) {
  const { from, to } = periodOf(search, now);
  const isOwn = search.from !== undefined || search.to !== undefined;
  const { tab } = search;
  const kept = tab === undefined ? {} : { tab };
  return (
    <div className="row period">
      <div className="field">
        <label htmlFor="spending-period">Period</label>
        <select
          id="spending-period"
          className="input filter"
          value={isOwn ? 'own' : String(search.days ?? 30)}
          onChange={({ target }) =>
            onChange(target.value === 'own' ? { ...kept, from, to } : { ...kept, days: Number(target.value) })
          }
        >
          {periods.map((days) => (
            <option key={days} value={days}>
              Last {days} days
            </option>
          ))}
          <option value="own">Other days</option>
        </select>
      </div>
      {isOwn ? (
        <>
          <TextField
            type="date"
            label="From (UTC)"
            value={from}
            max={to}
            onChange={({ target }) => target.value && onChange({ ...kept, from: target.value, to })}
          />
          <TextField
            type="date"
            label="To (UTC)"
            value={to}
            min={from}
            onChange={({ target }) => target.value && onChange({ ...kept, from, to: target.value })}
          />
        </>
      ) : null}
    </div>
  );
}
