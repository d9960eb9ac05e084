/** A picture of the active tab for people who watch. */
export interface LiveFrame {
  readonly jpeg: Uint8Array;
  /** Size of what the picture shows, in CSS pixels; the picture may be smaller. */
  readonly width: number;
  readonly height: number;
  /** Address and title of the page, secrets masked. */
  readonly url: string;
  readonly title: string;
}
