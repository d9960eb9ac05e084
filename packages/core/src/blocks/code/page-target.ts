import { type PageView, RunwrightError, type VisibleElement } from '@runwright/contract';
import { asRecord } from '@runwright/definition';

/** The properties by which a program names an element. Every member that is given must match. */
interface Description {
  readonly id?: string;
  /** Accessible name: equal, else equal but for case and blanks, else a part of it. */
  readonly name?: string;
  /** Such as `button`, `link`, `textbox`. */
  readonly kind?: string;
  /** A selector as the artifact `visible_elements_id_css_map` has it. */
  readonly css?: string;
  /** Index among several matches, from 0. */
  readonly nth?: number;
}

/**
 * The one element of a view that a program means. A text is an element's id, its selector, or its name; an object says
 * which of them it means, and tells elements of one name apart by `kind` or `nth`.
 *
 * @throws RunwrightError `block_failed` when there is none, or more than one
 */
export async function findTarget(view: PageView, wanted: unknown): Promise<VisibleElement> {
  const tree = view.elements();
  const description = descriptionOf(wanted);
  const byId = typeof wanted === 'string' ? tree.find(({ id }) => id === wanted) : undefined;
  if (byId) return byId;
  // Selectors cost a call into the page.
  const needsCss = typeof wanted === 'string' || description.css !== undefined;
  const css = needsCss ? (await view.artifacts()).css : {};
  const found =
    typeof wanted === 'string'
      ? firstOf([tree.filter(({ id }) => css[id] === wanted), named(tree, wanted)])
      : matching(tree, css, description);
  const chosen = description.nth === undefined ? found : found.slice(description.nth, description.nth + 1);
  const [element, other] = chosen;
  if (element && !other) return element;
  throw targetError(wanted, chosen, tree.length);
}

function descriptionOf(wanted: unknown): Description {
  if (typeof wanted === 'string') return {};
  const given = asRecord(wanted);
  const known = ['id', 'name', 'kind', 'css', 'nth'];
  const names = Object.keys(given ?? {});
  if (given && names.some((name) => name !== 'nth') && names.every((name) => known.includes(name)))
    return given;
  throw new RunwrightError(
    'block_failed',
    `Invalid element: \`${shown(wanted)}\`. Pass a text, or an object with ${known.map((name) => `\`${name}\``).join(', ')}.`,
  );
}

function matching(
  tree: readonly VisibleElement[],
  css: Readonly<Record<string, string>>,
  { id, name, kind, css: selector }: Description,
): readonly VisibleElement[] {
  const some = tree.filter(
    (element) =>
      (id === undefined || element.id === id) &&
      (kind === undefined || element.kind === kind) &&
      (selector === undefined || css[element.id] === selector),
  );
  return name === undefined ? some : named(some, name);
}

function named(elements: readonly VisibleElement[], name: string): readonly VisibleElement[] {
  const plain = (text: string) => text.replace(/\s+/g, ' ').trim().toLowerCase();
  const wanted = plain(name);
  return firstOf([
    elements.filter((element) => element.name === name),
    elements.filter((element) => plain(element.name) === wanted),
    wanted === '' ? [] : elements.filter((element) => plain(element.name).includes(wanted)),
  ]);
}

function firstOf(lists: readonly (readonly VisibleElement[])[]): readonly VisibleElement[] {
  return lists.find((list) => list.length > 0) ?? [];
}

function targetError(wanted: unknown, found: readonly VisibleElement[], total: number): RunwrightError {
  const list = found.slice(0, 5).map(({ id, kind }) => `\`${id}\` (${kind})`);
  const message =
    found.length === 0
      ? `No element of the page is \`${shown(wanted)}\`; ${total} elements can be acted on. \`page.elements()\` lists them.`
      : `${found.length} elements of the page are \`${shown(wanted)}\`: ${list.join(', ')}. Name one by its id, \`kind\` or \`nth\`.`;
  return new RunwrightError('block_failed', message, { details: { failure_category: 'target_missing' } });
}

function shown(wanted: unknown): string {
  const text = typeof wanted === 'string' ? wanted : (JSON.stringify(wanted) ?? 'undefined');
  return text.length > 100 ? `${text.slice(0, 100)}…` : text;
}
