import { SelectField, TextField } from '../../components/field.tsx';
import { type CronPattern, minuteIntervals } from '../../lib/cron-pattern.ts';
import { WeekdayFields } from './weekday-fields.tsx';

/** Fields of one kind of pattern. */
export function PatternFields({
  pattern,
  onChange,
  problem,
}: {
  readonly pattern: CronPattern;
  readonly onChange: (pattern: CronPattern) => void;
  readonly problem: string | undefined;
}) {
  switch (pattern.every) {
    case 'minutes':
      return (
        <SelectField
          label="Minutes between runs"
          value={pattern.minutes}
          options={minuteIntervals.map((minutes) => ({ value: String(minutes), label: String(minutes) }))}
          onChange={({ target }) => onChange({ ...pattern, minutes: Number(target.value) })}
        />
      );
    case 'hour':
      return (
        <NumberField
          label="Minute of the hour"
          range={[0, 59]}
          value={pattern.minute}
          onChange={(minute) => onChange({ ...pattern, minute })}
        />
      );
    case 'day':
      return <TimeField time={pattern.time} onChange={(time) => onChange({ ...pattern, time })} />;
    case 'week':
      return (
        <>
          <WeekdayFields days={pattern.days} onChange={(days) => onChange({ ...pattern, days })} />
          <TimeField time={pattern.time} onChange={(time) => onChange({ ...pattern, time })} />
        </>
      );
    case 'month':
      return (
        <div className="field-row">
          <NumberField
            label="Day of the month"
            range={[1, 31]}
            value={pattern.day}
            onChange={(day) => onChange({ ...pattern, day })}
          />
          <TimeField time={pattern.time} onChange={(time) => onChange({ ...pattern, time })} />
        </div>
      );
    case 'custom':
      return (
        <TextField
          label="Cron expression"
          required
          value={pattern.cron}
          spellCheck={false}
          autoComplete="off"
          data-cron=""
          hint="Five fields: minute, hour, day of the month, month, day of the week."
          problem={problem}
          onChange={({ target }) => onChange({ every: 'custom', cron: target.value })}
        />
      );
  }
}

function TimeField({ time, onChange }: { readonly time: string; readonly onChange: (time: string) => void }) {
  return (
    <TextField
      label="Time"
      type="time"
      required
      defaultValue={time}
      onChange={({ target }) => {
        // Half a time is none.
        if (target.value !== '') onChange(target.value);
      }}
    />
  );
}

function NumberField({
  label,
  range: [min, max],
  value,
  onChange,
}: {
  readonly label: string;
  readonly range: readonly [number, number];
  readonly value: number;
  readonly onChange: (value: number) => void;
}) {
  return (
    <TextField
      label={label}
      type="number"
      required
      min={min}
      max={max}
      defaultValue={value}
      onChange={({ target }) => {
        if (target.value !== '' && target.validity.valid) onChange(target.valueAsNumber);
      }}
    />
  );
}
