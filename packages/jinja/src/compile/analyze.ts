import type { Node } from '../syntax/node.ts';
import { forEachChild } from '../syntax/walk.ts';
import type { Symbols } from './symbols.ts';

/** Records the names that nodes read and assign in a scope. Bodies with a scope of their own are left to that scope. */
export function analyze(nodes: Iterable<Node>, symbols: Symbols): void {
  const visit = visitor(symbols, true);
  for (const node of nodes) visit(node);
}

/** Records the names of a target as ones that the scope receives. */
export function declareTargets(target: Node, symbols: Symbols): void {
  if (target.kind === 'name-target') symbols.declare(target.name);
  else forEachChild(target, (child) => declareTargets(child, symbols));
}

/**
 * Which of `names` the nodes read before they assign them. Blocks count as elsewhere, as in Jinja, which decides with this
 * whether `loop`, `caller`, `varargs` and `kwargs` are needed.
 */
export function readNames(nodes: Iterable<Node>, names: readonly string[]): Set<string> {
  const open = new Set(names);
  const found = new Set<string>();
  const look = (node: Node): void => {
    if (node.kind === 'block') return;
    if (node.kind === 'name' && open.has(node.name)) found.add(node.name);
    if (node.kind === 'name-target') open.delete(node.name);
    forEachChild(node, look);
  };
  for (const node of nodes) look(node);
  return found;
}

/** `always` is false in a branch of an `if`, which may not run. */
function visitor(symbols: Symbols, always: boolean): (node: Node) => void {
  const visit = (node: Node): void => {
    switch (node.kind) {
      // Most of a template: the first two need no walk, the next no closer look at which children there are.
      case 'data':
      case 'literal':
        return;
      case 'output':
        for (const part of node.parts) visit(part);
        return;
      case 'member':
        visit(node.object);
        return;
      case 'name':
      case 'namespace-target':
        symbols.load(node.name);
        return;
      case 'name-target':
      case 'macro':
        symbols.store(node.name, always);
        return;
      case 'import':
        visit(node.template);
        symbols.store(node.target, always);
        return;
      case 'from-import':
        visit(node.template);
        for (const { alias } of node.names) symbols.store(alias, always);
        return;
      case 'set':
        visit(node.value);
        visit(node.target);
        return;
      case 'set-block':
        visit(node.target);
        return;
      case 'for':
        visit(node.iterable);
        return;
      case 'call-block':
        visit(node.call);
        return;
      case 'filter-block':
        visit(node.filter);
        return;
      case 'with':
        for (const { value } of node.bindings) visit(value);
        return;
      case 'if':
        forEachChild(node, always ? visitor(symbols, false) : visit);
        return;
      case 'autoescape':
      case 'block':
        return;
      default:
        forEachChild(node, visit);
    }
  };
  return visit;
}
