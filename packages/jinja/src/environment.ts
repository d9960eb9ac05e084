import { assertSource, kindOf } from './argument-errors.ts';
import { builtInGlobals } from './built-in-globals.ts';
import { builtInTests } from './built-in-tests.ts';
import { Context } from './compile/context.ts';
import { locateError } from './compile/error-location.ts';
import { compileExpression as compileNode } from './compile/expression.ts';
import { Frame, Output } from './compile/frame.ts';
import { Scope } from './compile/scope.ts';
import { compileTemplate } from './compile/template.ts';
import { addBlocks, type CompiledTemplate } from './compile/template-parts.ts';
import { Unit } from './compile/unit.ts';
import { hostError, runtimeError } from './error.ts';
import { builtInFilters } from './filters/built-in-filters.ts';
import { type HostFunction, hostNative } from './host-function.ts';
import type { HostValues } from './host-values.ts';
import { Meter, type SharedSteps } from './meter.ts';
import { members } from './operations/member.ts';
import { type EnvironmentOptions, type Loader, type Settings, settingsFrom } from './options.ts';
import { collectReferences, type Reference } from './references.ts';
import { type Facilities, Runtime } from './runtime.ts';
import { Lexer } from './syntax/lexer.ts';
import type { TemplateNode } from './syntax/node.ts';
import { guardStack, type ParseOptions, parseExpression, parseTemplate } from './syntax/parse.ts';
import { Source } from './syntax/source.ts';
import { noFeatures } from './syntax/used-features.ts';
import { toNative } from './to-native.ts';
import { NativeFunction } from './value/native-function.ts';
import type { Value } from './value/value.ts';

/** Names and their values for a render: an object of any type, see `Host` for how each kind of data appears. */
export type ContextData = object;

/** Options of one render. */
export interface RenderOptions {
  /** Steps that this render shares with others. Default: it has those of the limit for itself. */
  readonly steps?: SharedSteps | undefined;
}

/** A compiled template. It may be rendered any number of times. */
export interface Template {
  /** The text of the template for a context. Throws a `TemplateError`. */
  render(context?: ContextData, options?: RenderOptions): string;
}

/** A compiled expression. It may be evaluated any number of times. */
export interface CompiledExpression {
  /** The value of the expression as plain JavaScript; undefined for an undefined value. Throws a `TemplateError`. */
  evaluate(context?: ContextData, options?: RenderOptions): unknown;
}

/** A class and no literal for the reason that nodes are, see node-classes.ts. */
class Rendering implements Template {
  declare readonly render: Template['render'];

  constructor(render: Template['render']) {
    this.render = render;
  }
}

/** Reads and renders templates with one set of options, filters, tests and globals. */
export class Environment {
  readonly #settings: Settings;
  readonly #parseOptions: ParseOptions;
  readonly #facilities: Facilities;
  readonly #filters = new Map(builtInFilters);
  readonly #tests = new Map(builtInTests);
  readonly #globals = new Map<string, Value>(builtInGlobals);
  readonly #hostGlobals = new Map<string, unknown>();
  readonly #loaded = new Map<string, CompiledTemplate>();

  constructor(options: EnvironmentOptions = {}) {
    const settings = settingsFrom(options);
    this.#settings = settings;
    const { limits, extensions } = settings;
    this.#parseOptions = { lexer: new Lexer(settings), limits, extensions };
    this.#facilities = {
      filters: this.#filters,
      tests: this.#tests,
      undefinedKind: settings.undefinedKind,
      members,
      finalize: settings.finalize && hostNative('finalize', settings.finalize),
      results: settings.results,
      template: (name) => this.#load(name),
      random: settings.random,
    };
  }

  /** Compiles a template. Throws a `TemplateError` of kind `syntax` or, for too deep nesting, `limit`. */
  compile(source: string): Template {
    const template = this.#compile(this.#source(source, null));
    return new Rendering((data = {}, options = {}) => {
      const context = this.#context(data, template.source, options);
      try {
        const out = new Output(context.rt);
        addBlocks(template, context);
        template.run(context, out);
        return out.text;
      } finally {
        context.rt.meter.settle();
      }
    });
  }

  /** Compiles one bare expression, without delimiters. Throws as `compile`. */
  compileExpression(source: string): CompiledExpression {
    const text = expressionSource(source);
    const node = parseExpression(text, this.#parseOptions);
    return guardStack(text, this.#settings.limits, () => {
      const scope = Scope.template(new Unit(text, this.#facilities, noFeatures()), false).analyze([node]);
      const enter = scope.enter();
      const evaluate = compileNode(node, scope);
      const { activation } = scope.symbols;
      return {
        evaluate: (data = {}, options = {}) => {
          const context = this.#context(data, text, options);
          try {
            const frame = new Frame(context.rt, context, activation.size);
            enter(frame);
            return toNative(evaluate(frame), context.rt);
          } catch (error) {
            throw locateError(error, context);
          } finally {
            context.rt.meter.settle();
          }
        },
      };
    });
  }

  /** The syntax tree of a template. Throws as `compile`. */
  parse(source: string): TemplateNode {
    return parseTemplate(this.#source(source, null), this.#parseOptions).tree;
  }

  /** The names and paths that a template reads from its context, in order. Throws as `compile`. */
  references(source: string): Reference[] {
    const text = this.#source(source, null);
    const { tree } = parseTemplate(text, this.#parseOptions);
    return guardStack(text, this.#settings.limits, () => collectReferences(tree));
  }

  /** As `references`, for one bare expression. */
  expressionReferences(source: string): Reference[] {
    const text = expressionSource(source);
    const tree = parseExpression(text, this.#parseOptions);
    return guardStack(text, this.#settings.limits, () => collectReferences(tree));
  }

  /** Adds a filter, or replaces one, for templates compiled from now on. It receives the value and the arguments. */
  addFilter(name: string, filter: HostFunction): this {
    this.#filters.set(name, hostNative(name, filter));
    return this;
  }

  /** Adds a test, or replaces one, for templates compiled from now on. */
  addTest(name: string, test: (...args: unknown[]) => boolean): this {
    this.#tests.set(name, hostNative(name, test));
    return this;
  }

  /** Adds a name that every template sees: a function that templates may call, or data. A context's own name wins. */
  addGlobal(name: string, value: unknown): this {
    this.#globals.delete(name);
    this.#hostGlobals.delete(name);
    if (isHostFunction(value)) this.#globals.set(name, new NativeFunction(hostNative(name, value)));
    else this.#hostGlobals.set(name, value);
    return this;
  }

  #source(text: string, name: string | null): Source {
    assertSource(text);
    return new Source(text, name, this.#settings.keepTrailingNewline);
  }

  #compile(source: Source): CompiledTemplate {
    const { tree, mentions } = parseTemplate(source, this.#parseOptions);
    return guardStack(source, this.#settings.limits, () =>
      compileTemplate(tree, new Unit(source, this.#facilities, mentions)),
    );
  }

  #load(name: string): CompiledTemplate | null {
    const { loader } = this.#settings;
    if (loader === null) throw runtimeError(`The template \`${name}\` was wanted, but there is no loader.`);
    const text = sourceFrom(loader, name);
    if (text === null) return null;
    const known = this.#loaded.get(name);
    const source = this.#source(text, name);
    if (known !== undefined && known.source.text === source.text) return known;
    const template = this.#compile(source);
    this.#loaded.set(name, template);
    return template;
  }

  #context(data: ContextData, source: Source, { steps }: RenderOptions): Context {
    assertContext(data);
    const { limits, now, autoescape } = this.#settings;
    const rt = new Runtime(this.#facilities, new Meter(limits, now, steps), autoescape);
    // What fails before anything has been evaluated, such as reading the context, failed at the start.
    rt.site = { source, offset: 0 };
    const globals = (name: string) => this.#global(name, rt.host);
    return new Context(rt, source.name, globals, (name) => {
      const value = rt.host.property(data, name);
      return value === undefined ? globals(name) : value;
    });
  }

  #global(name: string, host: HostValues): Value | undefined {
    const value = this.#globals.get(name);
    if (value !== undefined) return value;
    return this.#hostGlobals.has(name) ? host.value(this.#hostGlobals.get(name)) : undefined;
  }
}

function expressionSource(text: string): Source {
  assertSource(text);
  return new Source(text, null, true);
}

function assertContext(data: unknown): void {
  if (typeof data === 'object' && data !== null) return;
  const problem = `Cannot render a template with a context of type \`${kindOf(data)}\``;
  throw new TypeError(`${problem}: it must be an object of names and values. Pass \`{ name: value }\`.`);
}

function sourceFrom(loader: Loader, name: string): string | null {
  try {
    const text: unknown = loader(name) ?? null;
    if (text === null || typeof text === 'string') return text;
  } catch (cause) {
    throw hostError(`The loader of \`${name}\``, cause);
  }
  throw runtimeError(`The loader must answer a text or null for \`${name}\`.`);
}

function isHostFunction(value: unknown): value is HostFunction {
  return typeof value === 'function';
}
