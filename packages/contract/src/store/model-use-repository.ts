import type { DayUse, UseCaps } from '../day-use.ts';

/** What the model calls of organizations use in a day; calls that are open count with what is reserved for them. */
export interface ModelUseRepository {
  /** The use of a day; 0 before the first call. */
  get(organizationId: string, day: string): Promise<DayUse>;
  /**
   * Adds `use` to its day, in one transaction, see `addedDayUse`. False when that would pass a cap: nothing changes then.
   */
  add(use: DayUse, caps: UseCaps): Promise<boolean>;
}
