import { runtimeError } from '../error.ts';
import { bytesMethods } from '../methods/bytes-methods.ts';
import { dateMethods, dateTimeMethods, timeDeltaMethods, timeMethods } from '../methods/date-methods.ts';
import { dictMethods } from '../methods/dict-methods.ts';
import { listMethods, tupleMethods } from '../methods/list-methods.ts';
import { markupMethods } from '../methods/markup-methods.ts';
import { floatMethods, integerMethods, numberAttribute } from '../methods/number-methods.ts';
import { rangeMethods } from '../methods/range-methods.ts';
import { setMethods, viewMethods } from '../methods/set-methods.ts';
import { stringCase } from '../methods/string-case.ts';
import { stringSearch } from '../methods/string-search.ts';
import { stringShape } from '../methods/string-shape.ts';
import { stringSplit } from '../methods/string-split.ts';
import type { Members, Runtime } from '../runtime.ts';
import { Bytes } from '../value/bytes.ts';
import { DateTime } from '../value/date-time.ts';
import { DateValue, TimeValue } from '../value/date-value.ts';
import { Dict } from '../value/dict.ts';
import { isFloat } from '../value/float.ts';
import { List } from '../value/list.ts';
import { Markup } from '../value/markup.ts';
import { invoke, type Native, NativeFunction, type NativeTable } from '../value/native-function.ts';
import { Range } from '../value/range.ts';
import { SetLike, SetValue } from '../value/set-like.ts';
import { TimeDelta } from '../value/time-delta.ts';
import { Tuple } from '../value/tuple.ts';
import { Undefined } from '../value/undefined.ts';
import { type CallArguments, extentOf, ObjectValue, typeName, type Value } from '../value/value.ts';
import { characterAt } from './code-points.ts';

const stringMethods: NativeTable = new Map([...stringCase, ...stringSearch, ...stringSplit, ...stringShape]);
const noMethods: NativeTable = new Map();
const methodsOfMarkup = markupMethods(stringMethods);

/** The lookups of this file as running templates and formats use them. */
export const members: Members = { attribute, item, call };

/**
 * `object.name`: a member of the data first, then a method, so that `x.items` is the data named items. Names with
 * an underscore in front are hidden unless they are data.
 */
export function attribute(object: Value, name: string, rt: Runtime): Value {
  const data = dataMember(object, name, rt);
  if (data !== undefined) return data;
  const method = methodsOf(object).get(name);
  if (method !== undefined) return new NativeFunction(method, object);
  return isHidden(name) ? rt.unsafeMember(object, name) : rt.undefinedMember(object, name);
}

/** Evaluates `object | attr(name)`: an attribute or a method, never an item. */
export function pureAttribute(object: Value, name: string, rt: Runtime): Value {
  if (object instanceof Undefined)
    return name.startsWith('__') ? rt.undefinedMember(object, name) : object.member();
  const method = methodsOf(object).get(name);
  if (method !== undefined) return new NativeFunction(method, object);
  if (isHidden(name)) return rt.unsafeMember(object, name);
  const own = object instanceof ObjectValue ? object.attribute(name, rt) : numberAttribute(object, name);
  return own === undefined ? rt.undefinedMember(object, name) : own;
}

/** `object[key]`; a text that is no item falls back to the attribute of that name. */
export function item(object: Value, key: Value, rt: Runtime): Value {
  if (object instanceof Undefined) return object.member();
  rt.meter.look(extentOf(object) + extentOf(key));
  const found = typeof object === 'string' ? characterAt(object, key) : itemOf(object, key, rt);
  if (found !== undefined) return found;
  const name = key instanceof Markup ? key.value : key;
  if (typeof name !== 'string') return rt.undefinedMember(object, key);
  return object instanceof Dict ? methodOrUndefined(object, name, rt) : attribute(object, name, rt);
}

/** `object.name(…)`: a method first, so that `x.items()` is the method although `x` has data named items. */
export function callMethod(object: Value, name: string, args: CallArguments, rt: Runtime): Value {
  const method = methodsOf(object).get(name);
  if (method !== undefined) return invoke(method, object, args, rt);
  return call(attribute(object, name, rt), args, rt);
}

/** `callee(…)`. */
export function call(callee: Value, args: CallArguments, rt: Runtime): Value {
  if (callee instanceof ObjectValue) return callee.call(args, rt);
  throw runtimeError(`'${typeName(callee)}' object is not callable`);
}

function methodOrUndefined(object: Value, name: string, rt: Runtime): Value {
  const method: Native | undefined = methodsOf(object).get(name);
  return method === undefined ? rt.undefinedMember(object, name) : new NativeFunction(method, object);
}

function dataMember(object: Value, name: string, rt: Runtime): Value | undefined {
  if (object instanceof Dict) return object.getText(name);
  if (object instanceof Undefined) return object.member();
  if (object instanceof ObjectValue) return isHidden(name) ? undefined : object.attribute(name, rt);
  return typeof object === 'string' ? undefined : numberAttribute(object, name);
}

function itemOf(object: Value, key: Value, rt: Runtime): Value | undefined {
  return object instanceof ObjectValue ? object.item(key, rt) : undefined;
}

function methodsOf(value: Value): NativeTable {
  if (typeof value === 'string') return stringMethods;
  if (value instanceof Dict) return dictMethods;
  if (value instanceof List) return listMethods;
  if (value instanceof Tuple) return tupleMethods;
  if (value instanceof Markup) return methodsOfMarkup;
  if (value instanceof DateTime) return dateTimeMethods;
  if (value instanceof DateValue) return dateMethods;
  if (value instanceof TimeDelta) return timeDeltaMethods;
  if (value instanceof TimeValue) return timeMethods;
  if (value instanceof Bytes) return bytesMethods;
  if (value instanceof Range) return rangeMethods;
  if (value instanceof SetLike) return methodsOfSet(value);
  if (isFloat(value)) return floatMethods;
  return value === null || value instanceof ObjectValue ? noMethods : integerMethods;
}

function methodsOfSet(value: SetLike): NativeTable {
  if (value instanceof SetValue) return setMethods;
  return value.isSet ? viewMethods : noMethods;
}

function isHidden(name: string): boolean {
  return name.startsWith('_');
}
