import { runtimeError } from '../error.ts';
import type { Bytes } from '../value/bytes.ts';
import { type NativeTable, native, nativeTable } from '../value/native-function.ts';
import type { Value } from '../value/value.ts';
import { textArgument } from './argument.ts';
import { textMethodsOfBytes } from './bytes-text.ts';
import { stringCase } from './string-case.ts';
import { stringSearch } from './string-search.ts';
import { stringShape } from './string-shape.ts';
import { stringSplit } from './string-split.ts';

const own = nativeTable(
  native(
    'decode(self, encoding?, errors?)',
    (rt, self: Bytes, encoding: Value = 'utf-8', errors: Value = 'strict') => {
      rt.meter.text(self.value.length);
      if (self.value.length === 0) return '';
      if (!/^utf[-_]?8$/i.test(textArgument(encoding)))
        throw runtimeError('only the encoding utf-8 is supported');
      try {
        return new TextDecoder('utf-8', { fatal: errors === 'strict', ignoreBOM: true }).decode(self.value);
      } catch (cause) {
        if (!(cause instanceof TypeError)) throw cause;
        throw runtimeError("'utf-8' codec can't decode the bytes: invalid data");
      }
    },
  ),
  native('hex(self, /)', (rt, self: Bytes) => {
    rt.meter.text(self.value.length * 2);
    return Array.from(self.value, (byte) => byte.toString(16).padStart(2, '0')).join('');
  }),
);

/** Methods of bytes. */
export const bytesMethods: NativeTable = new Map([
  ...textMethodsOfBytes(new Map([...stringCase, ...stringSearch, ...stringSplit, ...stringShape])),
  ...own,
]);
