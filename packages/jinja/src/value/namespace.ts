import { Dict } from './dict.ts';
import { ObjectValue, type Printer, type Value } from './value.ts';

/** Result of `namespace()`: members that `{% set ns.name = … %}` may assign from any scope. */
export class Namespace extends ObjectValue {
  readonly typeName = 'Namespace';
  readonly #members = new Dict();

  override attribute(name: string): Value | undefined {
    return this.#members.getText(name);
  }

  override item(key: Value): Value | undefined {
    return typeof key === 'string' ? this.#members.getText(key) : undefined;
  }

  set(name: Value, value: Value): void {
    this.#members.set(name, value);
  }

  override repr(printer: Printer): void {
    printer.write('<Namespace ');
    printer.value(this.#members);
    printer.write('>');
  }
}
