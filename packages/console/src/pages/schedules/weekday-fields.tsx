import { Checkbox } from '../../components/field.tsx';

const weekdays = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'];

/** Boxes for the days of the week, which count from 0, Sunday. One of them is ticked at least. */
export function WeekdayFields({
  days,
  onChange,
}: {
  readonly days: readonly number[];
  readonly onChange: (days: readonly number[]) => void;
}) {
  return (
    <fieldset className="weekdays">
      <legend>Days</legend>
      {[1, 2, 3, 4, 5, 6, 0].map((day) => (
        <Checkbox
          key={day}
          label={weekdays[day]}
          checked={days.includes(day)}
          // One day at least.
          disabled={days.length === 1 && days.includes(day)}
          onChange={({ target }) =>
            onChange(target.checked ? [...days, day] : days.filter((one) => one !== day))
          }
        />
      ))}
    </fieldset>
  );
}
