import { defaultLimits } from './limits.ts';
import { Meter } from './meter.ts';
import { members } from './operations/member.ts';
import { toText as print } from './print/text.ts';
import { type Facilities, Runtime } from './runtime.ts';
import { truth } from './value/value.ts';

const facilities: Facilities = {
  filters: new Map(),
  tests: new Map(),
  undefinedKind: 'default',
  members,
  finalize: null,
  results: 'graph',
  template: () => null,
  random: Math.random,
};

/** Tests whether Jinja takes a plain JavaScript value for true: not null, false, 0, and not an empty text, array or object. */
export function isTrue(value: unknown): boolean {
  return truth(runtime().host.value(value));
}

/** A plain JavaScript value as `{{ value }}` prints it: `True`, `None`, `{'a': 1}`. Throws a `TemplateError` past a limit. */
export function toText(value: unknown): string {
  const rt = runtime();
  return print(rt.host.value(value), rt);
}

function runtime(): Runtime {
  return new Runtime(facilities, new Meter(defaultLimits, () => performance.now()), false);
}
