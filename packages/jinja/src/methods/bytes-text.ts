import { runtimeError } from '../error.ts';
import type { Runtime } from '../runtime.ts';
import { Bytes } from '../value/bytes.ts';
import { Dict } from '../value/dict.ts';
import { integer } from '../value/float.ts';
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

const searching: ReadonlySet<string> = new Set(['count', 'find', 'index', 'rfind', 'rindex']);

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
      const positional = rest.map((argument, index) =>
        index === 0 && searching.has(name) ? soughtFor(argument, rt) : argumentOf(argument, rt),
      );
      const keywords = new Map(Array.from(named, ([key, value]) => [key, argumentOf(value, rt)]));
      return toBytes(invoke(method, text, { positional, named: keywords }, rt));
    },
  };
}

/** Converts the searched value, which may be a single byte by its number. */
function soughtFor(value: Value, rt: Runtime): Value {
  const byte = integer(value);
  if (byte === null) return argumentOf(value, rt);
  if (byte < 0 || byte > 255) throw runtimeError('byte must be in range(0, 256)');
  return character(Number(byte));
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
  return Array.from(bytes.value, character).join('');
}

function character(byte: number): string {
  return String.fromCharCode(byte < 0x80 ? byte : privateUse + byte);
}

function toBytes(value: Value): Value {
  if (typeof value === 'string')
    return new Bytes(Uint8Array.from(value, (character) => character.charCodeAt(0) & 0xff));
  if (value instanceof List) return new List(value.items.map(toBytes));
  return value instanceof Tuple ? new Tuple(value.items.map(toBytes)) : value;
}
