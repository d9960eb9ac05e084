import type { For, Node, Statement } from '../syntax/node.ts';
import { forEachChild, innerStatements } from '../syntax/node-children.ts';
import type { Scope } from './scope.ts';

/** Tests whether any node is a block that sees the variables around it. */
export function containsScopedBlock(nodes: readonly Statement[]): boolean {
  return nodes.some(
    (node) => (node.kind === 'block' && node.scoped) || containsScopedBlock(innerStatements(node)),
  );
}

/** A loop may not assign its own `loop`, neither as its target nor in its body. */
export function rejectLoopTarget(node: For, scope: Scope): void {
  if (!scope.unit.mentions.loopTarget) return;
  const look = (child: Node): void => {
    if (child.kind === 'name-target' && child.name === 'loop')
      throw scope.unit.source.error("Can't assign to special loop variable in for-loop target", child.at);
    forEachChild(child, look);
  };
  look(node);
}
