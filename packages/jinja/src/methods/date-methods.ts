import { runtimeError } from '../error.ts';
import { type CalendarTime, strftime } from '../format/strftime.ts';
import type { Runtime } from '../runtime.ts';
import { dayOfYear, daysOf, isoCalendar, weekday } from '../value/calendar.ts';
import { DateTime, isoTime, secondsOf } from '../value/date-time.ts';
import { DateValue, TimeValue } from '../value/date-value.ts';
import { toFloat } from '../value/float.ts';
import { type Native, native, nativeTable } from '../value/native-function.ts';
import type { TimeDelta } from '../value/time-delta.ts';
import { Tuple } from '../value/tuple.ts';
import type { Value } from '../value/value.ts';
import { integerArgument, textArgument } from './argument.ts';

type Given = Value | undefined;

// Days from Python's ordinal 0 to 1970-01-01.
const ordinalOfEpoch = 719_163;
const midnight = new DateTime(0, 0, 0).time;

const dayMethods: readonly Native[] = [
  native('weekday(self, /)', (_rt, self: DateValue | DateTime) => weekday(self.days)),
  native('isoweekday(self, /)', (_rt, self: DateValue | DateTime) => weekday(self.days) + 1),
  native('toordinal(self, /)', (_rt, self: DateValue | DateTime) => self.days + ordinalOfEpoch),
  native('isocalendar(self, /)', (_rt, self: DateValue | DateTime) => {
    const { year, week, day } = isoCalendar(self.days);
    return new Tuple([year, week, day], ['year', 'week', 'weekday'], 'datetime.IsoCalendarDate');
  }),
  native('timetuple(self, /)', (_rt, self: DateValue | DateTime) => timeTuple(self, -1)),
  native('ctime(self, /)', (_rt, self: DateValue | DateTime) => strftime('%c', momentOf(self))),
  native('strftime(self, format)', (rt, self: DateValue | DateTime, format: Value) =>
    formatted(textArgument(format), momentOf(self), rt),
  ),
];

/** Methods of datetimes. */
export const dateTimeMethods = nativeTable(
  ...dayMethods,
  native('date(self, /)', (_rt, self: DateTime) => new DateValue(self.days)),
  native('time(self, /)', (_rt, self: DateTime) => new TimeValue(self.seconds, self.micros)),
  native('timestamp(self, /)', (_rt, self: DateTime) => toFloat(self.timestamp)),
  native('timetz(self, /)', (_rt, self: DateTime) => new TimeValue(self.seconds, self.micros)),
  native('utctimetuple(self, /)', (_rt, self: DateTime) => timeTuple(self, 0)),
  native(
    'isoformat(self, sep?, timespec?)',
    (_rt, self: DateTime, separator: Value = 'T', precision: Value = 'auto') =>
      self.iso(textArgument(separator), textArgument(precision)),
  ),
  native(
    'replace(self, year?, month?, day?, hour?, minute?, second?, microsecond?)',
    (
      _rt,
      self: DateTime,
      year: Given,
      month: Given,
      day: Given,
      hour: Given,
      minute: Given,
      second: Given,
      micro: Given,
    ) =>
      DateTime.of(
        {
          year: field(year, self.date.year),
          month: field(month, self.date.month),
          day: field(day, self.date.day),
        },
        {
          hour: field(hour, self.time.hour),
          minute: field(minute, self.time.minute),
          second: field(second, self.time.second),
          microsecond: field(micro, self.micros),
        },
      ),
  ),
  native('utcoffset(self, /)', () => null),
  native('tzname(self, /)', () => null),
  native('dst(self, /)', () => null),
);

/** Methods of dates. */
export const dateMethods = nativeTable(
  ...dayMethods,
  native('isoformat(self, /)', (_rt, self: DateValue) => self.text()),
  native(
    'replace(self, year?, month?, day?)',
    (_rt, self: DateValue, year: Given, month: Given, day: Given) => {
      const { date } = self;
      return new DateValue(
        daysOf({ year: field(year, date.year), month: field(month, date.month), day: field(day, date.day) }),
      );
    },
  ),
);

/** Methods of times of day. */
export const timeMethods = nativeTable(
  native('isoformat(self, timespec?)', (_rt, self: TimeValue, precision: Value = 'auto') =>
    isoTime(self.time, textArgument(precision)),
  ),
  native('utcoffset(self, /)', () => null),
  native('tzname(self, /)', () => null),
  native('dst(self, /)', () => null),
  native('strftime(self, format)', (rt, self: TimeValue, format: Value) =>
    formatted(
      textArgument(format),
      { days: -25_567, date: { year: 1900, month: 1, day: 1 }, time: self.time },
      rt,
    ),
  ),
  native(
    'replace(self, hour?, minute?, second?, microsecond?)',
    (_rt, self: TimeValue, hour: Given, minute: Given, second: Given, micro: Given) => {
      const time = {
        hour: field(hour, self.time.hour),
        minute: field(minute, self.time.minute),
        second: field(second, self.time.second),
        microsecond: field(micro, self.micros),
      };
      return new TimeValue(secondsOf(time), time.microsecond);
    },
  ),
);

/** Methods of spans of time. */
export const timeDeltaMethods = nativeTable(
  native('total_seconds(self, /)', (_rt, self: TimeDelta) => toFloat(self.totalSeconds)),
);

function timeTuple(self: DateValue | DateTime, summerTime: number): Tuple {
  const { days, date, time } = momentOf(self);
  return new Tuple(
    [
      date.year,
      date.month,
      date.day,
      time.hour,
      time.minute,
      time.second,
      weekday(days),
      dayOfYear(days),
      summerTime,
    ],
    ['tm_year', 'tm_mon', 'tm_mday', 'tm_hour', 'tm_min', 'tm_sec', 'tm_wday', 'tm_yday', 'tm_isdst'],
    'time.struct_time',
  );
}

function momentOf(self: DateValue | DateTime): CalendarTime {
  return { days: self.days, date: self.date, time: self instanceof DateTime ? self.time : midnight };
}

function formatted(format: string, moment: CalendarTime, rt: Runtime): string {
  // No directive prints more than 26 characters, `%c` in a year of four digits.
  rt.meter.text(format.length * 13);
  return strftime(format, moment);
}

function field(given: Given, current: number): number {
  if (given === undefined) return current;
  const value = integerArgument(given);
  if (value < 0) throw runtimeError('the fields of a date and time are not negative');
  return value;
}
