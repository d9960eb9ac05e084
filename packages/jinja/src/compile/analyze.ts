import type { If, Node, Statement } from '../syntax/node.ts';
import { children } from '../syntax/walk.ts';
import type { Symbols } from './symbols.ts';

/** Records the names that nodes read and assign in a scope. Bodies with a scope of their own are left to that scope. */
export function analyze(nodes: Iterable<Node>, symbols: Symbols): void {
  for (const node of nodes) visit(node, symbols);
}

/** Records the names of a target as ones that the scope receives. */
export function declareTargets(target: Node, symbols: Symbols): void {
  if (target.kind === 'name-target') symbols.declare(target.name);
  else analyzeTargets(children(target), symbols);
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
    for (const child of children(node)) look(child);
  };
  for (const node of nodes) look(node);
  return found;
}

function analyzeTargets(targets: readonly Node[], symbols: Symbols): void {
  for (const target of targets) declareTargets(target, symbols);
}

function visit(node: Node, symbols: Symbols): void {
  switch (node.kind) {
    case 'name':
    case 'namespace-target':
      symbols.load(node.name);
      return;
    case 'name-target':
      symbols.store(node.name);
      return;
    case 'macro':
      symbols.store(node.name);
      return;
    case 'import':
      visit(node.template, symbols);
      symbols.store(node.target);
      return;
    case 'from-import':
      visit(node.template, symbols);
      for (const { alias } of node.names) symbols.store(alias);
      return;
    case 'set':
      visit(node.value, symbols);
      visit(node.target, symbols);
      return;
    case 'set-block':
      visit(node.target, symbols);
      return;
    case 'for':
      visit(node.iterable, symbols);
      return;
    case 'call-block':
      visit(node.call, symbols);
      return;
    case 'filter-block':
      visit(node.filter, symbols);
      return;
    case 'with':
      for (const { value } of node.bindings) visit(value, symbols);
      return;
    case 'if':
      visitIf(node, symbols);
      return;
    case 'autoescape':
    case 'block':
      return;
    default:
      analyze(children(node), symbols);
  }
}

function visitIf({ branches, otherwise }: If, symbols: Symbols): void {
  const [first, ...others] = branches;
  if (first === undefined) return;
  visit(first.test, symbols);
  const body = branchOf(symbols, first.body);
  const alternatives = symbols.branch();
  for (const { test, body } of others) {
    visit(test, alternatives);
    const inner = branchOf(alternatives, body);
    alternatives.merge([inner, alternatives.branch(), alternatives.branch()]);
  }
  symbols.merge([body, alternatives, branchOf(symbols, otherwise)]);
}

function branchOf(symbols: Symbols, body: readonly Statement[]): Symbols {
  const branch = symbols.branch();
  analyze(body, branch);
  return branch;
}
