/**
 * The agent: blocks that read pages, let a language model decide, and act in a browser.
 *
 * @packageDocumentation
 */

export { agentBlocks } from './agent-blocks.ts';
export type { AgentOptions } from './execute-task.ts';
export type { Random } from './random-id.ts';
