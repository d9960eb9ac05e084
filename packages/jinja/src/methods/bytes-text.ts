import { runtimeError } from '../error.ts';
import type { Runtime } from '../runtime.ts';
import { Bytes } from '../value/bytes.ts';
import { Dict } from '../value/dict.ts';
import { List } from '../value/list.ts';
import { textOf } from '../value/markup.ts';
import { invoke, type Native, type NativeTable, nativeTable } from '../value/native-function.ts';
import { Tuple } from '../value/tuple.ts';
import type { Value } from '../value/value.ts';

// Bytes outside ASCII are no letters, digits or blanks: they become characters for private use, which are none either.
const privateUse = 0xe000;

const shared: readonly string[] = [
  ...['capitalize', 'center', 'count', 'endswith', 'expandtabs', 'find', 'index', 'isalnum', 'isalpha'],
  ...['isascii', 'isdigit', 'islower', 'isspace', 'istitle', 'isupper', 'join', 'ljust', 'lower', 'lstrip'],
  ...['partition', 'removeprefix', 'removesuffix', 'replace', 'rfind', 'rindex', 'rjust', 'rpartition'],
  ...['rsplit', 'rstrip', 'split', 'splitlines', 'startswith', 'strip', 'swapcase', 'title', 'upper'],
  'zfill',
];

/** The methods that bytes share with text; they take bytes where those of text take text. */
export function textMethodsOfBytes(textMethods: NativeTable): NativeTable {
  const found = shared.map((name) => textMethods.get(name)).filter((method) => method !== undefined);
  return nativeTable(...found.map(bytesMethod));
}

function bytesMethod(method: Native): Native {
  const { name } = method.signature;
  return {
    signature: {
      name,
      parameters: [],
      positionalOnly: 0,
      keywordOnly: 0,
      required: 0,
      rest: true,
      keywords: true,
    },
    implementation: (rt: Runtime, args: readonly Value[], named: ReadonlyMap<string, Value>) => {
      const [self, ...rest] = args;
      const text = self instanceof Bytes ? toText(self, rt) : '';
      const positional = rest.map((argument) => argumentOf(argument, rt));
      const keywords = new Map(Array.from(named, ([key, value]) => [key, argumentOf(value, rt)]));
      return toBytes(invoke(method, text, { positional, named: keywords }, rt));
    },
  };
}

function argumentOf(value: Value, rt: Runtime): Value {
  if (textOf(value) !== null) throw runtimeError("a bytes-like object is required, not 'str'");
  if (value instanceof Bytes) return toText(value, rt);
  if (value instanceof Tuple) return new Tuple(value.items.map((item) => argumentOf(item, rt)));
  if (value instanceof Dict) return new List(value.keys().map((key) => argumentOf(key, rt)));
  return value instanceof List ? new List(value.items.map((item) => argumentOf(item, rt))) : value;
}

function toText(bytes: Bytes, rt: Runtime): string {
  rt.meter.text(bytes.value.length);
  const codes = Array.from(bytes.value, (byte) =>
    String.fromCharCode(byte < 0x80 ? byte : privateUse + byte),
  );
  return codes.join('');
}

function toBytes(value: Value): Value {
  if (typeof value === 'string')
    return new Bytes(Uint8Array.from(value, (character) => character.charCodeAt(0) & 0xff));
  if (value instanceof List) return new List(value.items.map(toBytes));
  return value instanceof Tuple ? new Tuple(value.items.map(toBytes)) : value;
}
