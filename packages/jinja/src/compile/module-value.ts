import { ObjectValue, type Printer, type Value } from '../value/value.ts';

/** An imported template as a value: what it exports as members; printed, its text. */
export class ModuleValue extends ObjectValue {
  readonly typeName = 'TemplateModule';
  readonly name: string;
  readonly #exports: ReadonlyMap<string, Value>;
  readonly #body: string;

  constructor(name: string, exports: ReadonlyMap<string, Value>, body: string) {
    super();
    this.name = name;
    this.#exports = exports;
    this.#body = body;
  }

  override attribute(name: string): Value | undefined {
    return this.#exports.get(name);
  }

  override text(): string {
    return this.#body;
  }

  override repr(printer: Printer): void {
    printer.write(`<TemplateModule '${this.name}'>`);
  }
}
