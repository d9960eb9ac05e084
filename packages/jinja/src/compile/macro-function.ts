import { runtimeError } from '../error.ts';
import type { Runtime } from '../runtime.ts';
import { Dict } from '../value/dict.ts';
import { Markup } from '../value/markup.ts';
import { Tuple } from '../value/tuple.ts';
import { type CallArguments, ObjectValue, type Printer, type Value } from '../value/value.ts';

/** Signature and traits of a macro, known at compile time. */
export interface MacroShape {
  /** null for the body of a call block. */
  readonly name: string | null;
  readonly parameters: readonly string[];
  readonly usesCaller: boolean;
  readonly usesKwargs: boolean;
  readonly usesVarargs: boolean;
  /** `caller` is a declared parameter. */
  readonly declaresCaller: boolean;
}

/** Arguments in the order of the macro's variables; undefined where a default takes over. */
export type MacroArguments = readonly (Value | undefined)[];

/** A macro, or the body of a call block, as a value. */
export class MacroFunction extends ObjectValue {
  readonly typeName = 'Macro';
  readonly #shape: MacroShape;
  readonly #run: (args: MacroArguments, rt: Runtime) => string;
  readonly #autoescape: boolean;

  constructor(shape: MacroShape, run: (args: MacroArguments, rt: Runtime) => string, autoescape: boolean) {
    super();
    this.#shape = shape;
    this.#run = run;
    this.#autoescape = autoescape;
  }

  override get callable(): boolean {
    return true;
  }

  override repr(printer: Printer): void {
    const { name } = this.#shape;
    printer.write(name === null ? '<Macro anonymous>' : `<Macro '${name}'>`);
  }

  override attribute(name: string): Value | undefined {
    switch (name) {
      case 'name':
        return this.#shape.name;
      case 'arguments':
        return new Tuple(this.#shape.parameters);
      case 'catch_kwargs':
        return this.#shape.usesKwargs;
      case 'catch_varargs':
        return this.#shape.usesVarargs;
      case 'caller':
        return this.#shape.usesCaller;
      default:
        return undefined;
    }
  }

  override call(args: CallArguments, rt: Runtime): Value {
    const values = bindMacro(this.#shape, args, rt);
    const outside = rt.autoescape;
    rt.meter.enter();
    rt.autoescape = this.#autoescape;
    const text = this.#run(values, rt);
    rt.autoescape = outside;
    rt.meter.leave();
    return outside ? new Markup(text) : text;
  }
}

function bindMacro(shape: MacroShape, { positional, named }: CallArguments, rt: Runtime): MacroArguments {
  const { parameters } = shape;
  const keywords = new Map(named);
  const values: (Value | undefined)[] = positional.slice(0, parameters.length);
  let hasCaller = values.length === parameters.length && shape.declaresCaller;
  for (const name of parameters.slice(values.length)) {
    values.push(keywords.get(name));
    keywords.delete(name);
    hasCaller ||= name === 'caller';
  }
  if (shape.usesCaller && !hasCaller) {
    values.push(keywords.get('caller') ?? rt.undefined('No caller defined'));
    keywords.delete('caller');
  }
  if (shape.usesKwargs) values.push(Dict.of(keywords));
  else rejectKeywords(shape, keywords);
  if (shape.usesVarargs) values.push(new Tuple(positional.slice(parameters.length)));
  else if (positional.length > parameters.length)
    throw runtimeError(`macro ${shownName(shape)} takes not more than ${parameters.length} argument(s)`);
  return values;
}

function rejectKeywords(shape: MacroShape, keywords: ReadonlyMap<string, Value>): void {
  const [name] = keywords.keys();
  if (name === undefined) return;
  if (keywords.has('caller'))
    throw runtimeError(
      `macro ${shownName(shape)} was invoked with two values for the special caller argument. This is most likely a bug.`,
    );
  throw runtimeError(`macro ${shownName(shape)} takes no keyword argument '${name}'`);
}

function shownName({ name }: MacroShape): string {
  return name === null ? 'None' : `'${name}'`;
}
