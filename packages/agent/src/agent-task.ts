import type { BlockContext, ScriptAssistant, TaskEngine } from '@runwright/contract';
import { type AgentOptions, type ExecutedTask, executeTask, type TaskBeginning } from './execute-task.ts';
import { scriptAssistant } from './script/script-assistant.ts';
import type { TaskSpec } from './task-spec.ts';

/** The task of one block: the agent executes it, or assists a script that does. */
export interface AgentTask {
  /** Executes the task. Throws like {@link executeTask}. */
  run(): Promise<ExecutedTask>;
  /** @param toOutput makes the output of the block. Default: that of the task. */
  assistScript(toOutput?: (executed: ExecutedTask) => unknown): ScriptAssistant;
}

/**
 * Creates the task of a block.
 *
 * @param toTaskSpec reads the block's config; an error of it fails the block before a browser opens
 */
export function agentTask(
  toTaskSpec: () => TaskSpec,
  engine: TaskEngine | null | undefined,
  context: BlockContext,
  options: AgentOptions,
): AgentTask {
  const execute = (beginning: TaskBeginning) => executeTask(toTaskSpec, engine, context, options, beginning);
  return {
    run: () => execute({ done: [], data: null, staysOnPage: false }),
    assistScript: (toOutput = ({ output }) => output) =>
      scriptAssistant({
        ...{ toTaskSpec, context, options, toOutput },
        takeOver: async (beginning) => toOutput(await execute(beginning)),
      }),
  };
}
