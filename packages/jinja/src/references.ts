import type { Expression, Node, Target, TemplateNode } from './syntax/node.ts';
import { children, parameterNodes } from './syntax/walk.ts';

/** One thing a template reads from outside. */
export interface Reference {
  /** The name it begins with. */
  readonly name: string;
  /** The members that follow as far as they are written out, such as `['rows', 0, 'id']`. */
  readonly path: readonly (string | number)[];
  /** The whole as it would be written: `data.rows[0].id`. */
  readonly text: string;
  /** The read is checked by `is defined`, `is undefined` or `default()`, so that it may be missing. */
  readonly guarded: boolean;
  /** Offset in the source. */
  readonly at: number;
}

/** The names and paths that a tree reads and does not assign itself, in order; names of global functions are among them. */
export function collectReferences(root: TemplateNode | Expression): Reference[] {
  const found: Reference[] = [];
  visit(root, new Set(), false, found);
  return found.sort((a, b) => a.at - b.at);
}

function visit(node: Node, bound: ReadonlySet<string>, guarded: boolean, found: Reference[]): void {
  switch (node.kind) {
    case 'name':
    case 'member':
    case 'item':
      visitPath(node, bound, guarded, found);
      return;
    case 'test':
      visit(node.input, bound, guarded || node.name === 'defined' || node.name === 'undefined', found);
      visitAll(children(node).slice(1), bound, false, found);
      return;
    case 'filter': {
      const isDefault = node.name === 'default' || node.name === 'd';
      if (node.input !== null) visit(node.input, bound, guarded || isDefault, found);
      visitAll(children(node).slice(node.input === null ? 0 : 1), bound, false, found);
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
      visitBody(node.body, new Set(bound), found);
      return;
    case 'if':
      visitIf(node, new Set(bound), found);
      return;
    case 'for': {
      visit(node.iterable, bound, false, found);
      const inner = new Set([...bound, ...assigned(node.target), 'loop']);
      if (node.test !== null) visit(node.test, inner, false, found);
      visitBody(node.body, inner, found);
      visitBody(node.otherwise, new Set(bound), found);
      return;
    }
    case 'macro':
    case 'call-block': {
      if (node.kind === 'call-block') visit(node.call, bound, false, found);
      const names = node.parameters.map(({ name }) => name);
      visitAll(parameterNodes(node.parameters), bound, false, found);
      visitBody(node.body, new Set([...bound, ...names, 'caller', 'varargs', 'kwargs']), found);
      return;
    }
    case 'with': {
      visitAll(
        node.bindings.map(({ value }) => value),
        bound,
        false,
        found,
      );
      const names = node.bindings.flatMap(({ target }) => assigned(target));
      visitBody(node.body, new Set([...bound, ...names]), found);
      return;
    }
    default:
      visitAll(children(node), bound, false, found);
  }
}

/** Statements in order: what one assigns, the next ones read as their own. */
function visitBody(body: readonly Node[], bound: Set<string>, found: Reference[]): void {
  for (const node of body) {
    if (node.kind === 'if') {
      visitIf(node, bound, found);
      continue;
    }
    visit(node, bound, false, found);
    for (const name of namesFrom(node)) bound.add(name);
  }
}

function visitIf(node: Extract<Node, { kind: 'if' }>, bound: Set<string>, found: Reference[]): void {
  const outcomes: ReadonlySet<string>[] = [];
  for (const { test, body } of node.branches) {
    visit(test, bound, false, found);
    const inner = new Set(bound);
    visitBody(body, inner, found);
    outcomes.push(inner);
  }
  const inner = new Set(bound);
  visitBody(node.otherwise, inner, found);
  outcomes.push(inner);
  for (const name of inner) if (outcomes.every((outcome) => outcome.has(name))) bound.add(name);
}

function visitAll(
  nodes: readonly Node[],
  bound: ReadonlySet<string>,
  guarded: boolean,
  found: Reference[],
): void {
  for (const node of nodes) visit(node, bound, guarded, found);
}

/** A chain of members down to a name is one reference; keys that are computed end its path and are visited themselves. */
function visitPath(node: Node, bound: ReadonlySet<string>, guarded: boolean, found: Reference[]): void {
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
    found.push({ name: rest.name, path, text: pathText(rest.name, path), guarded, at: rest.at });
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
