import {
  elementsBelow,
  findByCss,
  findByLabel,
  findByRole,
  findByText,
  matchesText,
  type RoleMatch,
  type TextMatch,
  textOf,
} from './find-elements.test-helpers.ts';
import { keyboardOf, type Person, setValue } from './keyboard.test-helpers.ts';
import { waitFor } from './wait-for.test-helpers.ts';

type State = 'attached' | 'detached' | 'visible' | 'hidden';
type Choice = string | { readonly label?: string; readonly value?: string; readonly index?: number };

/** A file that a field gets. */
export interface TestFile {
  readonly name: string;
  readonly mimeType: string;
  readonly buffer: Uint8Array<ArrayBuffer>;
}

/** What narrows the elements of a locator. */
export interface Filter {
  readonly hasText?: string | RegExp;
  readonly has?: Locator;
}

/**
 * Elements of the page, found anew by each call. Has the members of Playwright's `Locator` that make sense without layout, and like
 * those its actions wait for an element; of several they take the first.
 */
export class Locator {
  readonly #person: Person;
  readonly #what: string;
  readonly #find: () => readonly Element[];

  constructor(person: Person, what: string, find: () => readonly Element[]) {
    this.#person = person;
    this.#what = what;
    this.#find = find;
  }

  getByRole(role: string, match: RoleMatch = {}): Locator {
    return this.#below(`${role} ${describe(match)}`, (node) => findByRole(node, role, match));
  }

  getByLabel(label: string | RegExp, match: TextMatch = {}): Locator {
    return this.#below(`label ${label}`, (node) => findByLabel(node, label, match));
  }

  getByText(text: string | RegExp, match: TextMatch = {}): Locator {
    return this.#below(`text ${text}`, (node) => findByText(node, text, match));
  }

  locator(selector: string, filter: Filter = {}): Locator {
    return this.#below(selector, (node) => findByCss(node, selector)).filter(filter);
  }

  filter({ hasText, has }: Filter): Locator {
    return this.#derive(`with ${hasText ?? ''}${has ? 'an element' : ''}`, (found) =>
      found.filter(
        (element) =>
          (hasText === undefined || matchesText(textOf(element), hasText)) &&
          (has === undefined || has.#find().some((one) => element !== one && element.contains(one))),
      ),
    );
  }

  or(other: Locator): Locator {
    return this.#derive(`or ${other.#what}`, (found) => [...new Set([...found, ...other.#find()])]);
  }

  first(): Locator {
    return this.nth(0);
  }

  last(): Locator {
    return this.nth(-1);
  }

  nth(index: number): Locator {
    return this.#derive(`number ${index}`, (found) => {
      const one = found.at(index);
      return one ? [one] : [];
    });
  }

  async all(): Promise<readonly Locator[]> {
    return this.#find().map((_, index) => this.nth(index));
  }

  async count(): Promise<number> {
    return this.#find().length;
  }

  async waitFor({ state = 'visible' }: { readonly state?: State } = {}): Promise<void> {
    const isGone = state === 'detached' || state === 'hidden';
    await waitFor(`${this.#what} to be ${state}`, () => (this.#find().length > 0 === isGone ? null : true));
  }

  async click(): Promise<void> {
    await this.#person.click(await this.#enabled());
  }

  async dblclick(): Promise<void> {
    await this.#person.dblClick(await this.#enabled());
  }

  async hover(): Promise<void> {
    await this.#person.hover(await this.#element());
  }

  async focus(): Promise<void> {
    ((await this.#element()) as HTMLElement).focus();
  }

  async press(key: string): Promise<void> {
    await this.focus();
    await keyboardOf(this.#person).press(key);
  }

  async fill(text: string): Promise<void> {
    const field = (await this.#enabled()) as HTMLInputElement;
    field.focus();
    setValue(field, text);
  }

  async check(): Promise<void> {
    await this.setChecked(true);
  }

  async uncheck(): Promise<void> {
    await this.setChecked(false);
  }

  async setChecked(checked: boolean): Promise<void> {
    const box = (await this.#enabled()) as HTMLInputElement;
    const isChecked = () => box.checked ?? box.getAttribute('aria-checked') === 'true';
    if (isChecked() !== checked) await this.#person.click(box);
    if (isChecked() !== checked) throw new Error(`The click has not changed ${this.#what}.`);
  }

  async selectOption(choice: Choice): Promise<void> {
    const select = (await this.#enabled()) as HTMLSelectElement;
    const isChosen = (option: HTMLOptionElement, index: number): boolean => {
      const label = option.label || textOf(option);
      if (typeof choice === 'string') return option.value === choice || label === choice;
      if (choice.index !== undefined) return index === choice.index;
      return choice.value === undefined ? label === choice.label : option.value === choice.value;
    };
    const option = await waitFor(
      `the option ${JSON.stringify(choice)} of ${this.#what}`,
      () => [...select.options].find(isChosen) ?? null,
    );
    setValue(select, option.value);
  }

  async setInputFiles(files: TestFile | readonly TestFile[]): Promise<void> {
    const field = (await this.#enabled()) as HTMLInputElement;
    const given = [files].flat() as readonly TestFile[];
    const list = given.map(({ name, mimeType, buffer }) => new File([buffer], name, { type: mimeType }));
    Object.defineProperty(field, 'files', { configurable: true, value: list });
    field.dispatchEvent(new Event('input', { bubbles: true }));
    field.dispatchEvent(new Event('change', { bubbles: true }));
  }

  async textContent(): Promise<string | null> {
    return (await this.#element()).textContent;
  }

  async allTextContents(): Promise<readonly string[]> {
    return this.#find().map((element) => element.textContent ?? '');
  }

  async inputValue(): Promise<string> {
    return ((await this.#element()) as HTMLInputElement).value;
  }

  async getAttribute(name: string): Promise<string | null> {
    return (await this.#element()).getAttribute(name);
  }

  async isDisabled(): Promise<boolean> {
    return isDisabled(await this.#element());
  }

  async isChecked(): Promise<boolean> {
    const element = (await this.#element()) as HTMLInputElement;
    return element.checked ?? element.getAttribute('aria-checked') === 'true';
  }

  async evaluate<Result, Value>(
    read: (element: Element, value: Value) => Result,
    value?: Value,
  ): Promise<Awaited<Result>> {
    return await read(await this.#element(), value as Value);
  }

  async evaluateAll<Result>(read: (elements: readonly Element[]) => Result): Promise<Awaited<Result>> {
    return await read(this.#find());
  }

  #below(what: string, find: (node: Element) => readonly Element[]): Locator {
    return this.#derive(`> ${what}`, (found) => inOrder(new Set(found.flatMap(find)), found.length));
  }

  #derive(what: string, next: (found: readonly Element[]) => readonly Element[]): Locator {
    return new Locator(this.#person, `${this.#what} ${what}`, () => next(this.#find()));
  }

  #element(): Promise<Element> {
    return waitFor(this.#what, () => this.#find()[0] ?? null);
  }

  #enabled(): Promise<Element> {
    return waitFor(`${this.#what} to be enabled`, () => {
      const [element] = this.#find();
      return element === undefined || isDisabled(element) ? null : element;
    });
  }
}

function isDisabled(element: Element): boolean {
  return element.matches('button, input, select, textarea, option') && element.matches(':disabled');
}

/** Elements below several nodes may be nested; the page has them in its order. */
function inOrder(found: ReadonlySet<Element>, nodes: number): readonly Element[] {
  return nodes < 2 ? [...found] : [...elementsBelow(document)].filter((element) => found.has(element));
}

function describe(match: RoleMatch): string {
  return Object.entries(match)
    .map(([name, value]) => `${name}=${value}`)
    .join(' ');
}
