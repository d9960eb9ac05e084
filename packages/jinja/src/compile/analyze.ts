import type { Node } from '../syntax/node.ts';
import { forEachChild } from '../syntax/node-children.ts';
import type { Symbols } from './symbols.ts';

/** Records the names that nodes read and assign in a scope. Bodies with a scope of their own are left to that scope. */
export function analyze(nodes: readonly Node[], symbols: Symbols): void {
  analyzeAll(nodes, symbols, true);
}

/** Records the names of a target as ones that the scope receives. */
export function declareTargets(target: Node, symbols: Symbols): void {
  if (target.kind === 'name-target') symbols.declare(target.name);
  else forEachChild(target, (child) => declareTargets(child, symbols));
}

/**
 * Returns those of `names` that the nodes read before they assign them. Blocks count as elsewhere, as in Jinja, which decides with this
 * whether `loop`, `caller`, `varargs` and `kwargs` are needed.
 */
export function readNames(nodes: readonly Node[], names: readonly string[]): Set<string> {
  const open = new Set(names);
  const found = new Set<string>();
  const look = (node: Node): void => {
    if (node.kind === 'block' || found.size === names.length) return;
    if (node.kind === 'name' && open.has(node.name)) found.add(node.name);
    if (node.kind === 'name-target') open.delete(node.name);
    forEachChild(node, look);
  };
  for (const node of nodes) look(node);
  return found;
}

/** Tests whether the nodes read a name that they do not assign. Blocks count as elsewhere. */
export function readsName(nodes: readonly Node[], name: string): boolean {
  let isFound = false;
  const look = (node: Node): void => {
    if (isFound || node.kind === 'block') return;
    if (node.kind === 'name') isFound = node.name === name;
    else forEachChild(node, look);
  };
  for (const node of nodes) look(node);
  return isFound;
}

function analyzeAll(nodes: readonly Node[], symbols: Symbols, always: boolean): void {
  for (const node of nodes) analyzeNode(node, symbols, always);
}

/** `always` is false in a branch of an `if`, which may not run. */
function analyzeNode(node: Node, symbols: Symbols, always: boolean): void {
  switch (node.kind) {
    // What most of a template is needs no closer look at which children there are.
    case 'data':
    case 'literal':
      return;
    case 'output':
    case 'concat':
      analyzeAll(node.parts, symbols, always);
      return;
    case 'name':
    case 'namespace-target':
      symbols.load(node.name);
      return;
    case 'member':
      analyzeNode(node.object, symbols, always);
      return;
    case 'binary':
    case 'logical':
      analyzeNode(node.left, symbols, always);
      analyzeNode(node.right, symbols, always);
      return;
    case 'compare':
      analyzeNode(node.first, symbols, always);
      for (const { value } of node.rest) analyzeNode(value, symbols, always);
      return;
    case 'if':
      for (const { test, body } of node.branches) {
        analyzeNode(test, symbols, false);
        analyzeAll(body, symbols, false);
      }
      analyzeAll(node.otherwise, symbols, false);
      return;
    case 'name-target':
    case 'macro':
      symbols.store(node.name, always);
      return;
    case 'import':
      analyzeNode(node.template, symbols, always);
      symbols.store(node.target, always);
      return;
    case 'from-import':
      analyzeNode(node.template, symbols, always);
      for (const { alias } of node.names) symbols.store(alias, always);
      return;
    case 'set':
      analyzeNode(node.value, symbols, always);
      analyzeNode(node.target, symbols, always);
      return;
    case 'set-block':
      analyzeNode(node.target, symbols, always);
      return;
    case 'for':
      analyzeNode(node.iterable, symbols, always);
      return;
    case 'call-block':
      analyzeNode(node.call, symbols, always);
      return;
    case 'filter-block':
      analyzeNode(node.filter, symbols, always);
      return;
    case 'with':
      for (const { value } of node.bindings) analyzeNode(value, symbols, always);
      return;
    case 'autoescape':
    case 'block':
      return;
    default:
      analyzeChildren(node, symbols, always);
  }
}

// On its own, because a function that makes closures of its parameters takes memory each time it is called.
function analyzeChildren(node: Node, symbols: Symbols, always: boolean): void {
  forEachChild(node, (child) => analyzeNode(child, symbols, always));
}
