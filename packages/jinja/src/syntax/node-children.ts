import type { Arguments, Node, Parameter, Statement } from './node.ts';

/** The nodes directly below a node, in the order in which Jinja visits them. */
export function children(node: Node): readonly Node[] {
  const found: Node[] = [];
  forEachChild(node, (child) => found.push(child));
  return found;
}

/** Visits the nodes directly below a node, in the order in which Jinja does. */
export function forEachChild(node: Node, visit: (child: Node) => void): void {
  switch (node.kind) {
    case 'literal':
    case 'float':
    case 'name':
    case 'data':
    case 'name-target':
    case 'namespace-target':
    case 'break':
    case 'continue':
      return;
    case 'template':
    case 'block':
      each(node.body, visit);
      return;
    case 'tuple':
    case 'list':
    case 'tuple-target':
      each(node.items, visit);
      return;
    case 'dict':
      for (const { key, value } of node.entries) {
        visit(key);
        visit(value);
      }
      return;
    case 'unary':
      visit(node.operand);
      return;
    case 'binary':
    case 'logical':
      visit(node.left);
      visit(node.right);
      return;
    case 'compare':
      visit(node.first);
      for (const { value } of node.rest) visit(value);
      return;
    case 'concat':
    case 'output':
      each(node.parts, visit);
      return;
    case 'conditional':
      visit(node.test);
      visit(node.value);
      visitPresent(node.otherwise, visit);
      return;
    case 'member':
      visit(node.object);
      return;
    case 'item':
      visit(node.object);
      visit(node.key);
      return;
    case 'slice':
      visitPresent(node.start, visit);
      visitPresent(node.stop, visit);
      visitPresent(node.step, visit);
      return;
    case 'call':
      visit(node.callee);
      eachArgument(node.args, visit);
      return;
    case 'filter':
    case 'test':
      visitPresent(node.input, visit);
      eachArgument(node.args, visit);
      return;
    case 'if':
      for (const { test, body } of node.branches) {
        visit(test);
        each(body, visit);
      }
      each(node.otherwise, visit);
      return;
    case 'for':
      visit(node.target);
      visit(node.iterable);
      each(node.body, visit);
      each(node.otherwise, visit);
      visitPresent(node.test, visit);
      return;
    case 'set':
      visit(node.target);
      visit(node.value);
      return;
    case 'set-block':
      visit(node.target);
      visitPresent(node.filter, visit);
      each(node.body, visit);
      return;
    case 'with':
      for (const { target } of node.bindings) visit(target);
      for (const { value } of node.bindings) visit(value);
      each(node.body, visit);
      return;
    case 'macro':
      each(parameterNodes(node.parameters), visit);
      each(node.body, visit);
      return;
    case 'call-block':
      visit(node.call);
      each(parameterNodes(node.parameters), visit);
      each(node.body, visit);
      return;
    case 'filter-block':
      each(node.body, visit);
      visit(node.filter);
      return;
    case 'autoescape':
      visit(node.value);
      each(node.body, visit);
      return;
    case 'extends':
    case 'include':
    case 'import':
    case 'from-import':
      visit(node.template);
      return;
    case 'do':
      visit(node.value);
      return;
  }
}

/** The statements inside a statement, without a look into expressions. */
export function innerStatements(node: Statement): readonly Statement[] {
  switch (node.kind) {
    case 'if':
      return [...node.branches.flatMap(({ body }) => body), ...node.otherwise];
    case 'for':
      return [...node.body, ...node.otherwise];
    case 'set-block':
    case 'with':
    case 'macro':
    case 'call-block':
    case 'filter-block':
    case 'autoescape':
    case 'block':
      return node.body;
    default:
      return [];
  }
}

/** Parameters as the names they assign, then their defaults. */
export function parameterNodes(parameters: readonly Parameter[]): Node[] {
  const names = parameters.map(({ name, at }): Node => ({ kind: 'name-target', name, at }));
  const defaults = parameters.map(({ defaultValue }) => defaultValue).filter((value) => value !== null);
  return [...names, ...defaults];
}

function eachArgument(
  { positional, named, spread, spreadNamed }: Arguments,
  visit: (child: Node) => void,
): void {
  each(positional, visit);
  for (const { value } of named) visit(value);
  visitPresent(spread, visit);
  visitPresent(spreadNamed, visit);
}

function each(nodes: readonly Node[], visit: (child: Node) => void): void {
  for (const node of nodes) visit(node);
}

function visitPresent(node: Node | null, visit: (child: Node) => void): void {
  if (node !== null) visit(node);
}
