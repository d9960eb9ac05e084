import { type AnyBlock, defaults, type Problem, type TaskEngine } from '@runwright/contract';
import { engineNames, taskEngines } from '../task-engines.ts';

/** Adds to a block type that a workflow which names an engine that is not available is refused, not only its run. */
export function withEngineCheck<Block extends AnyBlock & BlockCheck>(block: Block): Block {
  return {
    ...block,
    check: (node: Node) => [...(block.check?.(node) ?? []), ...engineProblems(node)],
  };
}

interface Node {
  readonly [member: string]: unknown;
}
interface BlockCheck {
  check?(node: Node): readonly Problem[];
}

function engineProblems({ engine }: Node): readonly Problem[] {
  const named = (engine ?? defaults.agent.engine) as TaskEngine;
  if (taskEngines.has(named)) return [];
  const message = `Value error, the engine \`${named}\` is not available here; use ${engineNames}`;
  return [{ path: ['engine'], type: 'value_error', message }];
}
