/** Duties that one of the processes of a store has for all of them, such as the sweep. */
export interface DutyRepository {
  /**
   * Takes a duty for `leaseMs`, or takes it again for its owner; false while another owner has it. Of calls at the same instant
   * one succeeds. `now` is epoch ms.
   */
  take(
    duty: string,
    options: { readonly owner: string; readonly leaseMs: number; readonly now: number },
  ): Promise<boolean>;
}
