import type { Node } from '../syntax/node.ts';
import { forEachChild } from '../syntax/node-children.ts';

// Filters that need the context are never folded.
const contextFilters: ReadonlySet<string> = new Set([
  'map',
  'random',
  'reject',
  'rejectattr',
  'select',
  'selectattr',
]);

/** Tests whether Jinja computes an expression when it compiles the template. */
export function isConstant(node: Node): boolean {
  switch (node.kind) {
    case 'literal':
      return true;
    case 'name':
    case 'call':
      return false;
    case 'member':
      return isConstant(node.object);
    case 'binary':
      return isConstant(node.left) && isConstant(node.right);
    case 'filter':
      if (contextFilters.has(node.name) || (node.input !== null && !isConstant(node.input))) return false;
  }
  return hasConstantParts(node);
}

function hasConstantParts(node: Node): boolean {
  let constant = true;
  forEachChild(node, (child) => {
    constant &&= isConstant(child);
  });
  return constant;
}
