import {
  type AnyBlock,
  defaults,
  type ModelRequirement,
  type Problem,
  type TaskEngine,
} from '@runwright/contract';
import { engineNames, taskEngines } from '../task-engines.ts';

/** Adds to a block type that a workflow which names an engine that is not available is refused, not only its run. */
export function withEngineCheck<Block extends AnyBlock & BlockCheck>(block: Block): Block {
  return {
    ...block,
    check: (node: Node) => [...(block.check?.(node) ?? []), ...engineProblems(node)],
  };
}

/** Adds to a block type that a run is refused when its engine does not get the model that it needs. */
export function withModelRequirement<Block extends AnyBlock>(block: Block): Block {
  return { ...block, modelRequirement: requirementOf };
}

function requirementOf({ engine }: Node): ModelRequirement | null {
  const named = (engine ?? defaults.agent.engine) as TaskEngine;
  const { findModelProblem: findProblem, computer = null } = taskEngines.get(named) ?? {};
  return findProblem ? { purpose: 'cua', computer, member: 'engine', findProblem } : null;
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
