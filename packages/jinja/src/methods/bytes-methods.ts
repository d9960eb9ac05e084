import { runtimeError } from '../error.ts';
import type { Bytes } from '../value/bytes.ts';
import { native, nativeTable } from '../value/native-function.ts';
import type { Value } from '../value/value.ts';
import { textArgument } from './argument.ts';

/** Methods of bytes. */
export const bytesMethods = nativeTable(
  native(
    'decode(self, encoding?, errors?)',
    (rt, self: Bytes, encoding: Value = 'utf-8', errors: Value = 'strict') => {
      rt.meter.text(self.value.length);
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
