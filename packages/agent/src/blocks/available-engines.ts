import { type AnyBlock, defaults, type Problem, type TaskEngine } from '@runwright/contract';

const availableEngines: ReadonlySet<TaskEngine> = new Set<TaskEngine>([
  'service-1.0',
  'service-2.0',
  'cua-a',
  'ui-agent',
]);

/** Returns whether this agent has an engine. */
export function isAvailableEngine(engine: TaskEngine): boolean {
  return availableEngines.has(engine);
}

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
  if (isAvailableEngine(named)) return [];
  const message = `Value error, the engine \`${named}\` is not available here; use ${[...availableEngines].join(', ')}`;
  return [{ path: ['engine'], type: 'value_error', message }];
}
