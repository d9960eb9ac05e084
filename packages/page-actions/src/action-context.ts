import type { EgressPolicy, OpenedFile } from '@runwright/contract';
import type { CallLimits } from '@runwright/page-reader';
import type { ActionSecrets, ActionTab, ActionTabs, EgressDenials } from './port.ts';
import type { Watch } from './settle/settle.ts';

/** Everything that an action works with. */
export interface ActionContext {
  readonly tab: ActionTab;
  readonly tabs: ActionTabs;
  /** Number of the view that the action was planned on. */
  readonly epoch: number;
  /** True when that view is the newest one. */
  readonly isCurrent: boolean;
  readonly secrets: ActionSecrets;
  readonly egress: EgressPolicy;
  readonly denials: EgressDenials;
  /** Opens a file that an upload names. */
  readonly openFile: ((reference: string) => Promise<OpenedFile>) | undefined;
  readonly signal: AbortSignal;
  /** Limits of one call into the page. */
  readonly limits: CallLimits;
  /** Returns a time in ms that never goes back. */
  readonly now: () => number;
  /** Begins to watch the page, to wait for it between the parts of one action. */
  watch(): Promise<Watch>;
}
