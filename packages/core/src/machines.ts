/**
 * The state machines of the engine, for hosts that show or study them. They are pure and change nothing.
 *
 * @packageDocumentation
 */
export { type AttemptEvent, attemptMachine } from './machines/attempt.ts';
export { type AttemptEnd, type BlockEvent, type BlockInput, blockMachine } from './machines/block.ts';
export {
  type BranchContext,
  type BranchEvent,
  type BranchInput,
  type BranchKind,
  branchMachine,
} from './machines/branch.ts';
export { type RunEvent, runMachine } from './machines/run.ts';
