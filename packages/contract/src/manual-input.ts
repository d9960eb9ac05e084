import { type Static, Type } from 'typebox';

const coordinate = Type.Number({ minimum: 0, maximum: 100_000, description: 'CSS pixels of the viewport.' });
const distance = Type.Number({ minimum: -10_000, maximum: 10_000, description: 'CSS pixels.' });
const closed = { additionalProperties: false } as const;

/**
 * An input that a person sends to the active tab of a browser. Points are CSS pixels from the top left of the viewport. `clicks` counts the
 * click in a double or triple click. Keys are named as in `KeyboardEvent.key`; `press` takes chords such as `Control+a`.
 */
export const ManualInput = Type.Union(
  [
    Type.Object(
      {
        type: Type.Literal('mouse'),
        action: Type.Enum(['move', 'down', 'up']),
        x: coordinate,
        y: coordinate,
        button: Type.Optional(Type.Enum(['left', 'middle', 'right'], { description: 'Default left.' })),
        clicks: Type.Optional(Type.Integer({ minimum: 1, maximum: 3, description: 'Default 1.' })),
      },
      closed,
    ),
    Type.Object(
      { type: Type.Literal('wheel'), x: coordinate, y: coordinate, dx: distance, dy: distance },
      closed,
    ),
    Type.Object(
      {
        type: Type.Literal('key'),
        action: Type.Enum(['down', 'up', 'press']),
        key: Type.String({ minLength: 1, maxLength: 30 }),
      },
      closed,
    ),
    Type.Object({ type: Type.Literal('text'), text: Type.String({ minLength: 1, maxLength: 2000 }) }, closed),
    Type.Object({ type: Type.Literal('navigate'), to: Type.Enum(['back', 'forward', 'reload']) }, closed),
    Type.Object(
      {
        type: Type.Literal('open'),
        url: Type.String({
          minLength: 1,
          maxLength: 4000,
          description: 'Address, begins with `http://` or `https://`.',
        }),
      },
      closed,
    ),
  ],
  { title: 'ManualInput' },
);
export type ManualInput = Static<typeof ManualInput>;

/** What an input of a person was for, told for the record. No text that was typed is in it. */
export interface InputTarget {
  /** The same text for the same element while its document stays; null when there is none, or when it is not known. */
  readonly field: string | null;
  /** Kind and name of the element, such as `button "Send"`, secrets masked; null when it is not known. */
  readonly description: string | null;
  /**
   * Nobody may keep what is typed: the field is one for a password or a one-time code, is hidden, or is not known. Of inputs that type
   * nothing it has no meaning.
   */
  readonly isSecret: boolean;
  /** Pictures show the field painted over, because it is for a password or a code. Default: false. */
  readonly isPaintedOver?: boolean;
  /** Address of the page, secrets masked. */
  readonly url: string;
}

/** Input of a person into a session. One at a time; the agent does nothing meanwhile, which the engine sees to. */
export interface ManualControl {
  /**
   * Sends an input to the active tab and resolves when the page has got it, or after a few seconds. What is typed into a secret field is
   * masked from then on in everything that the session returns and records. Throws `browser_failed` when the page or browser is gone,
   * `invalid_input` for a key that does not exist or an address that is none, the error of the egress policy for an address that it refuses, and
   * `canceled` when the signal is aborted.
   */
  send(input: ManualInput, options: { readonly signal: AbortSignal }): Promise<InputTarget>;
  /**
   * Ends the control: releases keys and buttons that are down. Views that were read before are not the newest one any more. Never throws, and
   * does nothing when it was called before.
   */
  release(): Promise<void>;
}
