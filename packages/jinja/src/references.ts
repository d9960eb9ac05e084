import type { Expression, Node, Target, TemplateNode } from './syntax/node.ts';
import { children, parameterNodes } from './syntax/node-children.ts';

/** One thing a template reads from outside. */
export interface Reference {
  /** The name it begins with. */
  readonly name: string;
  /** The members that follow as far as they are written out, such as `['rows', 0, 'id']`. */
  readonly path: readonly (string | number)[];
  /** The whole as it would be written: `data.rows[0].id`. */
  readonly text: string;
  /**
   * It may be missing: `default()` provides for that, or the template tests it, or what it is a member of, by `is defined` or
   * `is undefined`.
   */
  readonly guarded: boolean;
  /** Offset in the source. */
  readonly at: number;
}

/**
 * The names and paths that a tree reads and does not assign itself, in order; names of global functions are among them. Of a method that is
 * called, such as `user.name.upper()`, what it is called on is read.
 */
export function collectReferences(root: TemplateNode | Expression): Reference[] {
  const found: Found = { references: [], tested: new Set() };
  visit(root, new BoundNames(), false, found);
  const { references, tested } = found;
  const all = tested.size === 0 ? references : references.map((one) => guardedBy(tested, one));
  return all.sort((a, b) => a.at - b.at);
}

interface Found {
  readonly references: Reference[];
  /** Texts of what is tested by `is defined` or `is undefined`. */
  readonly tested: Set<string>;
}

/** Members of a path up to which a test counts for what is below it: a path can be as long as the template. */
const maxTestedMembers = 10;

function guardedBy(tested: ReadonlySet<string>, reference: Reference): Reference {
  const { name, path, guarded } = reference;
  const ways = Array.from({ length: Math.min(path.length, maxTestedMembers) + 1 }, (_, length) =>
    pathText(name, path.slice(0, length)),
  );
  return guarded || !ways.some((way) => tested.has(way)) ? reference : { ...reference, guarded: true };
}

/** The names that the template itself has assigned where a visit stands. One set for all scopes: copies would take quadratic time. */
class BoundNames {
  readonly #names = new Set<string>();
  /** In the order in which they were added. */
  readonly #added: string[] = [];

  has(name: string): boolean {
    return this.#names.has(name);
  }

  add(names: readonly string[]): void {
    for (const name of names) {
      if (this.#names.has(name)) continue;
      this.#names.add(name);
      this.#added.push(name);
    }
  }

  /** Does `work`, forgets the names that it has added, and answers them. */
  scope(work: () => void): readonly string[] {
    const before = this.#added.length;
    work();
    const added = this.#added.splice(before);
    for (const name of added) this.#names.delete(name);
    return added;
  }
}

function visit(node: Node, bound: BoundNames, guarded: boolean, found: Found): void {
  switch (node.kind) {
    case 'name':
    case 'member':
    case 'item':
      visitPath(node, bound, guarded, found);
      return;
    case 'test': {
      const isTested = node.name === 'defined' || node.name === 'undefined';
      const before = found.references.length;
      visit(node.input, bound, guarded || isTested, found);
      if (isTested) for (const { text } of found.references.slice(before)) found.tested.add(text);
      visitAll(children(node).slice(1), bound, found);
      return;
    }
    case 'call':
      // What is called is a method, or a function.
      visit(node.callee.kind === 'member' ? node.callee.object : node.callee, bound, false, found);
      visitAll(children(node).slice(1), bound, found);
      return;
    case 'logical':
      visit(node.left, bound, guarded, found);
      visit(node.right, bound, guarded, found);
      return;
    case 'conditional':
      visit(node.test, bound, false, found);
      visit(node.value, bound, guarded, found);
      if (node.otherwise !== null) visit(node.otherwise, bound, guarded, found);
      return;
    case 'filter': {
      const isDefault = node.name === 'default' || node.name === 'd';
      if (node.input !== null) visit(node.input, bound, guarded || isDefault, found);
      visitAll(children(node).slice(node.input === null ? 0 : 1), bound, found);
      return;
    }
    case 'template':
    case 'block':
    case 'set-block':
    case 'filter-block':
    case 'autoescape':
      if (node.kind === 'autoescape') visit(node.value, bound, false, found);
      if ((node.kind === 'set-block' || node.kind === 'filter-block') && node.filter !== null)
        visit(node.filter, bound, false, found);
      visitBody(node.body, [], bound, found);
      return;
    case 'if':
      visitIf(node, bound, found);
      return;
    case 'for': {
      visit(node.iterable, bound, false, found);
      bound.scope(() => {
        bound.add([...assigned(node.target), 'loop']);
        if (node.test !== null) visit(node.test, bound, false, found);
        visitStatements(node.body, bound, found);
      });
      visitBody(node.otherwise, [], bound, found);
      return;
    }
    case 'macro':
    case 'call-block': {
      if (node.kind === 'call-block') visit(node.call, bound, false, found);
      visitAll(parameterNodes(node.parameters), bound, found);
      const names = node.parameters.map(({ name }) => name);
      visitBody(node.body, [...names, 'caller', 'varargs', 'kwargs'], bound, found);
      return;
    }
    case 'with': {
      const { bindings, body } = node;
      visitAll(
        bindings.map(({ value }) => value),
        bound,
        found,
      );
      visitBody(
        body,
        bindings.flatMap(({ target }) => assigned(target)),
        bound,
        found,
      );
      return;
    }
    default:
      visitAll(children(node), bound, found);
  }
}

/** Statements that assign names for themselves alone, beginning with `names`. */
function visitBody(body: readonly Node[], names: readonly string[], bound: BoundNames, found: Found): void {
  bound.scope(() => {
    bound.add(names);
    visitStatements(body, bound, found);
  });
}

/** Statements in order: what one assigns, the next ones read as their own. */
function visitStatements(body: readonly Node[], bound: BoundNames, found: Found): void {
  for (const node of body) {
    visit(node, bound, false, found);
    bound.add(namesFrom(node));
  }
}

/** Returns the names that every branch assigns: they are assigned afterwards. */
function visitIf(node: Extract<Node, { kind: 'if' }>, bound: BoundNames, found: Found): void {
  const branches = new Map<string, number>();
  const visitBranch = (body: readonly Node[]) => {
    const names = bound.scope(() => visitStatements(body, bound, found));
    for (const name of names) branches.set(name, (branches.get(name) ?? 0) + 1);
  };
  for (const { test, body } of node.branches) {
    visit(test, bound, false, found);
    visitBranch(body);
  }
  visitBranch(node.otherwise);
  const all = node.branches.length + 1;
  bound.add([...branches].flatMap(([name, count]) => (count === all ? [name] : [])));
}

function visitAll(nodes: readonly Node[], bound: BoundNames, found: Found): void {
  for (const node of nodes) visit(node, bound, false, found);
}

/** A chain of members down to a name is one reference; keys that are computed end its path and are visited themselves. */
function visitPath(node: Node, bound: BoundNames, guarded: boolean, found: Found): void {
  const path: (string | number)[] = [];
  let rest = node;
  while (rest.kind === 'member' || rest.kind === 'item') {
    if (rest.kind === 'member') {
      path.unshift(rest.name);
    } else {
      const key = literalKey(rest.key);
      if (key === null) path.length = 0;
      else path.unshift(key);
      if (key === null) visit(rest.key, bound, false, found);
    }
    rest = rest.object;
  }
  if (rest.kind !== 'name') visit(rest, bound, guarded, found);
  else if (!bound.has(rest.name))
    found.references.push({ name: rest.name, path, text: pathText(rest.name, path), guarded, at: rest.at });
}

function literalKey(key: Node): string | number | null {
  if (key.kind === 'unary' && key.operator === '-' && key.operand.kind === 'literal')
    return typeof key.operand.value === 'number' ? -key.operand.value : null;
  if (key.kind !== 'literal') return null;
  return typeof key.value === 'string' || typeof key.value === 'number' ? key.value : null;
}

function pathText(name: string, path: readonly (string | number)[]): string {
  const parts = path.map((part) => {
    if (typeof part === 'number') return `[${part}]`;
    return /^[\p{ID_Start}_][\p{ID_Continue}]*$/u.test(part) ? `.${part}` : `[${JSON.stringify(part)}]`;
  });
  return name + parts.join('');
}

/** The names a statement leaves behind for those after it. */
function namesFrom(node: Node): readonly string[] {
  switch (node.kind) {
    case 'set':
    case 'set-block':
      return assigned(node.target);
    case 'macro':
      return [node.name];
    case 'import':
      return [node.target];
    case 'from-import':
      return node.names.map(({ alias }) => alias);
    default:
      return [];
  }
}

function assigned(target: Target): string[] {
  if (target.kind === 'name-target') return [target.name];
  return target.kind === 'tuple-target' ? target.items.flatMap(assigned) : [];
}
