/** Reason why a node is listed, in the order of the checks. */
export type ListingReason =
  | 'native'
  | 'role'
  | 'listener'
  | 'handler'
  | 'framework'
  | 'focusable'
  | 'pointer'
  | 'surface';

/** CSS pixels relative to the viewport of the main frame. */
export interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** One element that an agent can name and act on. */
export interface VisibleElement {
  /** Frame letter and number, such as `a12`. Never names another element in the life of a tab. */
  readonly id: string;
  /** Role if explicit and known, else the native kind: `button`, `link`, `textbox`, `select`, … */
  readonly kind: string;
  /** Accessible name, at most 100 characters. */
  readonly name: string;
  /** Shown value; `set` or `empty` for password fields; null when the kind has none. */
  readonly value: string | null;
  readonly flags: readonly string[];
  readonly box: Box;
  readonly frame: string;
  readonly why: ListingReason;
  readonly tag: string;
  /** Choices of a native select. */
  readonly options?: readonly {
    readonly label: string;
    readonly value: string;
    readonly selected: boolean;
  }[];
  /** Resolved link target. */
  readonly href?: string;
}
