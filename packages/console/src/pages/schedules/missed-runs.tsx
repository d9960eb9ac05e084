import { useState } from 'react';
import { SelectField, TextField } from '../../components/field.tsx';

const policies = [
  { value: 'start', label: 'Start one run, however late' },
  { value: 'skip', label: 'Start one run unless it is too late' },
];

/** Fields for what happens with a due time that was missed because no worker ran. */
export function MissedRuns({
  seconds,
  problem,
}: {
  /** Time after which no run is started any more; null for never. */
  readonly seconds: number | null;
  readonly problem: string | undefined;
}) {
  const [policy, setPolicy] = useState(seconds === null ? 'start' : 'skip');
  return (
    <>
      <SelectField
        label="When the service was down at a due time"
        value={policy}
        options={policies}
        onChange={({ target }) => setPolicy(target.value)}
      />
      {policy === 'skip' ? (
        <TextField
          label="Minutes after which it is too late"
          name="late"
          type="number"
          required
          min={1}
          max={525_600}
          step="any"
          defaultValue={seconds === null ? 60 : seconds / 60}
          problem={problem}
        />
      ) : null}
    </>
  );
}
