import { type PageDriver, type PageView, RunwrightError } from '@runwright/contract';
import type { HostFunction } from '@runwright/sandbox';
import { findTarget } from './page-target.ts';

/** The page of a program, with its next view. */
export interface ProgramPage {
  readonly driver: () => Promise<PageDriver>;
  /** Reads the page; the next action is planned on this view. */
  readonly read: (call: Call, mode: 'action' | 'extract') => Promise<PageView>;
}

export type Call = Parameters<HostFunction>[1];

/** An element that a program names, and how an action on it is recorded and judged. */
export interface NamedElement {
  readonly id: string;
  /** Why the action is done; null when nothing is known. */
  readonly reason: string | null;
  /** True when an action without an effect is a failure. */
  readonly mustHaveEffect: boolean;
}

/** Finds the element that a program means. Throws `block_failed` when there is none, or more than one. */
export type FindElement = (page: ProgramPage, wanted: unknown, call: Call) => Promise<NamedElement>;

/** Finds an element by its id, name, selector or description in a new view. */
export const findElement: FindElement = async (page, wanted, call) => {
  if (typeof wanted === 'object' && wanted !== null && 'target' in wanted) {
    throw new RunwrightError(
      'block_failed',
      '`target` names an element of a learned script, and this program belongs to none. Name the element by its text, or by `name`, `kind` or `css`.',
    );
  }
  const { id } = await findTarget(await page.read(call, 'action'), wanted);
  return { id, reason: null, mustHaveEffect: false };
};
