import type { Node } from '../syntax/node.ts';
import { forEachChild } from '../syntax/walk.ts';

// Filters that need the context are never folded.
const contextFilters: ReadonlySet<string> = new Set([
  'map',
  'random',
  'reject',
  'rejectattr',
  'select',
  'selectattr',
]);

/** Whether Jinja computes an expression when it compiles the template. */
export function isConstant(node: Node): boolean {
  if (node.kind === 'literal') return true;
  if (node.kind === 'member') return isConstant(node.object);
  if (node.kind === 'name' || node.kind === 'call') return false;
  if (node.kind === 'filter' && contextFilters.has(node.name)) return false;
  let constant = true;
  forEachChild(node, (child) => {
    constant &&= isConstant(child);
  });
  return constant;
}
