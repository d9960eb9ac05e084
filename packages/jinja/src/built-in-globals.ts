import { runtimeError } from './error.ts';
import { integerArgument } from './methods/argument.ts';
import { update } from './methods/dict-methods.ts';
import { loremIpsum } from './operations/lorem-ipsum.ts';
import { Cycler, Joiner } from './value/cycler.ts';
import { Dict } from './value/dict.ts';
import { Markup } from './value/markup.ts';
import { Namespace } from './value/namespace.ts';
import { NativeFunction, native, nativeTable } from './value/native-function.ts';
import { Range } from './value/range.ts';
import { truth, type Value } from './value/value.ts';

type Named = ReadonlyMap<string, Value>;

// Jinja's sandbox allows no longer range (`MAX_RANGE`).
const longestRange = 100_000;

const functions = nativeTable(
  native('range(start, stop?, step?, /)', (rt, first: Value, second?: Value, third: Value = 1) => {
    const start = second === undefined ? 0 : integerArgument(first);
    const stop = integerArgument(second === undefined ? first : second);
    const step = integerArgument(third);
    if (step === 0) throw runtimeError('range() arg 3 must not be zero');
    const range = new Range(start, stop, step);
    if (range.length > longestRange)
      throw runtimeError(`Range too big. The sandbox blocks ranges larger than MAX_RANGE (${longestRange}).`);
    rt.meter.spend(1);
    return range;
  }),
  native('dict(other?, /, **kwargs)', (rt, other: Value | undefined, named: Named) => {
    const dict = new Dict();
    update(dict, other, named, rt);
    return dict;
  }),
  native(
    'lipsum(n?, html?, min?, max?)',
    (rt, n: Value = 5, html: Value = true, min: Value = 20, max: Value = 100) => {
      const text = loremIpsum(
        rt,
        integerArgument(n),
        truth(html),
        integerArgument(min),
        integerArgument(max),
      );
      return truth(html) ? new Markup(text) : text;
    },
  ),
  native('cycler(*items)', (_rt, items: readonly Value[]) => new Cycler(items)),
  native('joiner(sep?)', (_rt, separator: Value = ', ') => new Joiner(separator)),
  native('namespace(other?, /, **kwargs)', (rt, other: Value | undefined, named: Named) => {
    const dict = new Dict();
    update(dict, other, named, rt);
    const namespace = new Namespace();
    for (const [key, value] of dict.pairs) namespace.set(key, value);
    return namespace;
  }),
);

/** The global functions of Jinja. */
export const builtInGlobals: ReadonlyMap<string, Value> = new Map(
  [...functions].map(([name, entry]) => [name, new NativeFunction(entry)]),
);
