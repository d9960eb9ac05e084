import { useState } from 'react';
import { SelectField } from '../../components/field.tsx';
import { type CronPattern, readCron, writeCron } from '../../lib/cron-pattern.ts';
import { PatternFields } from './pattern-fields.tsx';

const repeats: Readonly<Record<CronPattern['every'], string>> = {
  minutes: 'Every few minutes',
  hour: 'Every hour',
  day: 'Every day',
  week: 'On days of the week',
  month: 'Every month',
  custom: 'As a cron expression',
};

/** Edits a cron expression as the fields of a form, or as text. */
export function CronEditor({
  cron,
  onChange,
  problem,
}: {
  readonly cron: string;
  readonly onChange: (cron: string) => void;
  readonly problem: string | undefined;
}) {
  const [isCustom, setCustom] = useState(() => readCron(cron).every === 'custom');
  const pattern: CronPattern = isCustom ? { every: 'custom', cron } : readCron(cron);
  const select = (every: CronPattern['every']): void => {
    setCustom(every === 'custom');
    if (every !== 'custom') onChange(writeCron(startOf(every, pattern)));
  };
  return (
    <>
      <SelectField
        label="Repeat"
        value={pattern.every}
        options={Object.entries(repeats).map(([value, label]) => ({ value, label }))}
        onChange={({ target }) => select(target.value as CronPattern['every'])}
        problem={pattern.every === 'custom' ? undefined : problem}
      />
      <PatternFields
        pattern={pattern}
        onChange={(changed) => onChange(writeCron(changed))}
        problem={problem}
      />
    </>
  );
}

/** The first pattern of a kind; it keeps the time of the one before. */
function startOf(every: Exclude<CronPattern['every'], 'custom'>, before: CronPattern): CronPattern {
  const time = 'time' in before ? before.time : '09:00';
  switch (every) {
    case 'minutes':
      return { every, minutes: 15 };
    case 'hour':
      return { every, minute: 0 };
    case 'day':
      return { every, time };
    case 'week':
      return { every, time, days: [1, 2, 3, 4, 5] };
    case 'month':
      return { every, time, day: 1 };
  }
}
