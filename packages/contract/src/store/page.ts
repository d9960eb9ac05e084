/** A page of a longer list; `next` is the cursor of the following page. */
export interface Page<T> {
  readonly items: readonly T[];
  readonly next: string | null;
}
