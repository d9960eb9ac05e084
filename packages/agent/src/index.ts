/**
 * The agent: blocks that read pages, let a language model decide, and act in a browser.
 *
 * @packageDocumentation
 */

export { agentBlocks } from './agent-blocks.ts';
export { observeBlock } from './blocks/observe.ts';
export { observedActionBlock } from './blocks/observed-action.ts';
export type { AgentOptions } from './execute-task.ts';
export { ObservedElement } from './find-elements.ts';
export type { Random } from './random-id.ts';
