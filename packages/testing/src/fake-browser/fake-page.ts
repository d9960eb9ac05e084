import type { ActionResult, DialogAnswer, PageAction, PageDialog, ReadMode } from '@runwright/contract';
import type { FakeDownload } from './fake-downloads.ts';

/** An element of a fake page. */
export interface FakeElement {
  /** Such as `a1`; unique in its page. */
  readonly id: string;
  /**
   * Such as `button`, `link`, `textbox`, `select`, `checkbox`. `password` is a `textbox` that hides its text, and views call it a
   * `textbox`, as those of a browser do.
   */
  readonly kind: string;
  readonly name: string;
  /** Default: empty for fields, none for the rest. */
  readonly value?: string;
  readonly flags?: readonly string[];
  /** URL that a click opens. */
  readonly href?: string;
  /** Labels of a select. */
  readonly options?: readonly string[];
  /** Text of the row around it. Default: it stands in none. */
  readonly row?: string;
}

/** Outcome of an action on a fake page. */
export interface FakeOutcome {
  /** URL of the page after the action. */
  readonly goTo?: string;
  /** New values of fields, by id. */
  readonly values?: Readonly<Record<string, string>>;
  /** Dialog that the page opens; `answered` returns the outcome of an answer. */
  readonly asks?: { readonly dialog: PageDialog; readonly answered: (answer: DialogAnswer) => FakeOutcome };
  /** Downloads that the action starts. */
  readonly downloads?: readonly FakeDownload[];
  /** Members of the result that differ from a plain success. */
  readonly result?: Partial<ActionResult>;
}

/** State of a fake page that a script gets to decide an outcome. */
export interface FakeState {
  readonly url: string;
  /** Values of fields by id, with secrets revealed; checkboxes are `checked` or `unchecked`. */
  readonly values: Readonly<Record<string, string>>;
}

/** A page that a fake browser can show. */
export interface FakePage {
  /** `https://shop.example/orders`; without fragment. */
  readonly url: string;
  readonly title?: string;
  /** Status with which the server answers. Default: none is known. */
  readonly httpStatus?: number;
  readonly elements?: readonly FakeElement[];
  /** Further lines of the page's text, as a list or one text; a function tells them apart by how the page is read. */
  readonly text?: string | readonly string[] | ((mode: ReadMode) => string | readonly string[]);
  /** The page in parts, when it is extracted: the lines of each but the header line. Default: one part with everything. */
  readonly parts?: readonly (readonly string[])[];
  /** Addresses of link tokens that the lines hold, such as `{ L1: 'https://…' }`. */
  readonly links?: Readonly<Record<string, string>>;
  readonly html?: string;
  /** Decides the outcome of an action; undefined selects the default. */
  readonly onAction?: (action: PageAction, state: FakeState) => FakeOutcome | undefined;
}

/** Returns the view text of a fake page: a header line, one line for each element (not when it is extracted), its lines. */
export function fakeText(
  page: FakePage,
  values: Readonly<Record<string, string>>,
  mode: ReadMode,
  epoch: number,
): string {
  const { host, pathname, search } = new URL(page.url);
  const text = typeof page.text === 'function' ? page.text(mode) : (page.text ?? []);
  const lines = typeof text === 'string' ? text.split('\n') : text;
  const elements = mode === 'extract' ? [] : (page.elements ?? []);
  return [
    `page ${JSON.stringify(page.title ?? '')} ${host}${pathname}${search}  tab t1 of 1  screen 1 of 1  v${epoch}`,
    ...elements.map((element) => elementLine(element, values[element.id], mode)),
    ...lines.map((line) => `  ${line}`),
  ].join('\n');
}

/** Returns the shown value of a field; null for elements without a value. */
export function shownValue(element: FakeElement, value: string | undefined): string | null {
  if (element.kind === 'password') return value ? 'set' : 'empty';
  if (element.kind === 'textbox' || element.kind === 'select') return value || 'empty';
  return null;
}

/** Returns the kind of an element as views have it. */
export function shownKind({ kind }: FakeElement): string {
  return kind === 'password' ? 'textbox' : kind;
}

function elementLine(element: FakeElement, value: string | undefined, mode: ReadMode): string {
  const shown = shownValue(element, value);
  const kind = shownKind(element);
  return [
    '  ',
    mode === 'verify' ? '' : `${element.id} `,
    `${kind} ${JSON.stringify(element.name)}`,
    shown === null ? '' : ` =${/\s/.test(shown) ? JSON.stringify(shown) : shown}`,
    element.options ? ` (${element.options.length}) [${element.options.join(' | ')}]` : '',
    element.kind === 'checkbox' ? ` ${value ?? 'unchecked'}` : '',
    (element.flags ?? []).map((flag) => ` ${flag}`).join(''),
    element.href === undefined ? '' : ` ${new URL(element.href).pathname}`,
  ].join('');
}
