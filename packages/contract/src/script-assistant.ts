import type { BrowserSession } from './browser-session.ts';
import type { Json } from './json.ts';

/** Whether the goal of a block is reached, and why. */
export interface GoalVerdict {
  readonly isReached: boolean;
  readonly reason: string;
}

/**
 * What the agent of a block does for a script that executes the block in its place: the few things that need a model, and the
 * rest of the block when the script cannot go on. Made for one attempt. Every method throws what the `run` of the block throws.
 */
export interface ScriptAssistant {
  /** The browser of the attempt, with the rules of the block for its actions. */
  browser(): Promise<BrowserSession>;
  /** Extracts the data of the block from the page, and returns all data that was extracted so far. */
  extract(goal: string | null): Promise<Json>;
  /** Returns a text to type or an option to choose, for a question that only the goal and the page can answer. */
  answer(question: string): Promise<string>;
  /** Returns the id of the element that a description means; null when the page has none. */
  locate(description: string): Promise<string | null>;
  /** Has a model judge whether the goal of the block is reached on the page. */
  verify(): Promise<GoalVerdict>;
  /** Returns the output of the block after the script; the files that it downloaded are in it. */
  output(): Promise<unknown>;
  /**
   * Executes the block from the page that the script has left.
   *
   * @param done sentences about the actions of the script that have succeeded, which are not repeated
   * @param options `staysOnPage` false: the block opens its start page
   */
  takeOver(done: readonly string[], options: { readonly staysOnPage: boolean }): Promise<unknown>;
}
