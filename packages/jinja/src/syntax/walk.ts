import type { Arguments, Node, Parameter, Statement } from './node.ts';

/** The nodes directly below a node, in the order in which Jinja visits them. */
export function children(node: Node): readonly Node[] {
  switch (node.kind) {
    case 'template':
    case 'block':
      return node.body;
    case 'literal':
    case 'float':
    case 'name':
    case 'data':
    case 'name-target':
    case 'namespace-target':
    case 'break':
    case 'continue':
      return [];
    case 'tuple':
    case 'list':
    case 'tuple-target':
      return node.items;
    case 'dict':
      return node.entries.flatMap(({ key, value }) => [key, value]);
    case 'unary':
      return [node.operand];
    case 'binary':
    case 'logical':
      return [node.left, node.right];
    case 'compare':
      return [node.first, ...node.rest.map(({ value }) => value)];
    case 'concat':
    case 'output':
      return node.parts;
    case 'conditional':
      return present(node.test, node.value, node.otherwise);
    case 'member':
      return [node.object];
    case 'item':
      return [node.object, node.key];
    case 'slice':
      return present(node.start, node.stop, node.step);
    case 'call':
      return [node.callee, ...argumentNodes(node.args)];
    case 'filter':
    case 'test':
      return [...present(node.input), ...argumentNodes(node.args)];
    case 'if':
      return [...node.branches.flatMap(({ test, body }) => [test, ...body]), ...node.otherwise];
    case 'for':
      return [...present(node.target, node.iterable), ...node.body, ...node.otherwise, ...present(node.test)];
    case 'set':
      return [node.target, node.value];
    case 'set-block':
      return [...present(node.target, node.filter), ...node.body];
    case 'with':
      return [
        ...node.bindings.map(({ target }) => target),
        ...node.bindings.map(({ value }) => value),
        ...node.body,
      ];
    case 'macro':
      return [...parameterNodes(node.parameters), ...node.body];
    case 'call-block':
      return [node.call, ...parameterNodes(node.parameters), ...node.body];
    case 'filter-block':
      return [...node.body, node.filter];
    case 'autoescape':
      return [node.value, ...node.body];
    case 'extends':
    case 'include':
    case 'import':
    case 'from-import':
      return [node.template];
    case 'do':
      return [node.value];
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
  return [
    ...parameters.map(({ name, at }): Node => ({ kind: 'name-target', name, at })),
    ...present(...parameters.map(({ defaultValue }) => defaultValue)),
  ];
}

function argumentNodes({ positional, named, spread, spreadNamed }: Arguments): Node[] {
  return [...positional, ...named.map(({ value }) => value), ...present(spread, spreadNamed)];
}

function present(...nodes: readonly (Node | null)[]): Node[] {
  return nodes.filter((node) => node !== null);
}
