import { useBrowserSessions } from '../../../api/browser-sessions.ts';
import { SelectField } from '../../../components/field.tsx';

/** Choice of an open browser session for a run. Without an open session there is nothing to choose, and nothing is shown. */
export function SessionField({
  value,
  onChange,
}: {
  /** Id of the session; empty for a browser of its own. */
  readonly value: string;
  readonly onChange: (value: string) => void;
}) {
  const { data: sessions = [], error } = useBrowserSessions();
  if (sessions.length === 0 && !error) return null;
  return (
    <SelectField
      label="Browser (optional)"
      hint="The run opens a browser of its own, or uses the page of a browser session that is open."
      problem={error ? `The open sessions cannot be listed: ${error.message}` : undefined}
      value={value}
      options={[
        { value: '', label: 'A browser of its own' },
        ...sessions.map(({ browser_session_id: id, runnable_id: usedBy }) => ({
          value: id,
          label: usedBy === null ? id : `${id} (used by ${usedBy})`,
        })),
      ]}
      onChange={({ target }) => onChange(target.value)}
    />
  );
}
