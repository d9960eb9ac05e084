import { runtimeError } from '../error.ts';
import { repr } from '../print/text.ts';
import { numeric } from '../value/float.ts';
import { native, nativeTable } from '../value/native-function.ts';
import type { Range } from '../value/range.ts';
import type { Value } from '../value/value.ts';

/** Methods of ranges. */
export const rangeMethods = nativeTable(
  native('count(self, value, /)', (_rt, self: Range, value: Value) => (self.contains(value) ? 1 : 0)),
  native('index(self, value, /)', (rt, self: Range, value: Value) => {
    if (!self.contains(value)) throw runtimeError(`${repr(value, rt)} is not in range`);
    return (Number(numeric(value)) - self.start) / self.step;
  }),
);
