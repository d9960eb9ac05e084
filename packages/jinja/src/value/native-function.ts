import type { Runtime } from '../runtime.ts';
import { bind, parseSignature, type Signature, type Slot } from './signature.ts';
import { type CallArguments, extentOf, ObjectValue, type Printer, typeName, type Value } from './value.ts';

// Method syntax, so that an implementation may declare the narrower types that its signature guarantees.
type Implementation = { call(rt: Runtime, ...slots: Slot[]): Value }['call'];

/** A function of this package: a filter, a test, a global or a method, with the signature that binds its arguments. */
export interface Native {
  readonly signature: Signature;
  readonly implementation: Implementation;
}

/** Natives by name. A Map, so that no name reaches anything but an entry. */
export type NativeTable = ReadonlyMap<string, Native>;

/** Declares a native from its signature as text; `parseSignature` has the notation. */
export function native(signature: string, implementation: Implementation): Native {
  return { signature: parseSignature(signature), implementation };
}

/** A table from natives, under their own names. */
export function nativeTable(...natives: readonly Native[]): NativeTable {
  return new Map(natives.map((entry) => [entry.signature.name, entry]));
}

/** Calls a native; `first` is the value a filter or method stands on. */
export function invoke(callee: Native, first: Value | undefined, args: CallArguments, rt: Runtime): Value {
  const { signature, implementation } = callee;
  const { positional, named } = args;
  let extent = extentOf(first);
  for (const argument of positional) extent += extentOf(argument);
  rt.meter.look(extent);
  if (first !== undefined && named === null && !signature.rest && !signature.keywords) {
    const count = positional.length + 1;
    if (count >= signature.required && count <= signature.keywordOnly)
      return implementation(rt, first, ...positional);
  }
  return implementation(rt, ...bind(signature, args, first));
}

/** A native as a value: a global function, or a method taken off its object. */
export class NativeFunction extends ObjectValue {
  readonly typeName: string;
  readonly #native: Native;
  readonly #self: Value | undefined;

  constructor(callee: Native, self?: Value) {
    super();
    this.#native = callee;
    this.#self = self;
    this.typeName = self === undefined ? 'function' : 'builtin_function_or_method';
  }

  override get callable(): boolean {
    return true;
  }

  override call(args: CallArguments, rt: Runtime): Value {
    return invoke(this.#native, this.#self, args, rt);
  }

  override repr(printer: Printer): void {
    const { name } = this.#native.signature;
    if (this.#self === undefined) printer.write(classes.get(name) ?? `<function ${name}>`);
    else if (isMarkupMethod(this.#self, name)) {
      printer.write(`<bound method Markup.${name} of `);
      if (name === 'escape') printer.write("<class 'markupsafe.Markup'>");
      else printer.value(this.#self);
      printer.write('>');
    } else printer.write(`<built-in method ${name} of ${typeName(this.#self)} object>`);
  }
}

// Globals that are classes in Python.
const classes: ReadonlyMap<string, string> = new Map([
  ['dict', "<class 'dict'>"],
  ['cycler', "<class 'jinja2.utils.Cycler'>"],
  ['joiner', "<class 'jinja2.utils.Joiner'>"],
  ['namespace', "<class 'jinja2.utils.Namespace'>"],
]);

/** Most methods of markup are Python's, not C's, and print the markup. */
function isMarkupMethod(self: Value, name: string): boolean {
  return typeName(self) === 'Markup' && !methodsInC.test(name);
}

const methodsInC = /^(?:count|encode|endswith|find|index|is\w+|maketrans|rfind|rindex|startswith)$/;
