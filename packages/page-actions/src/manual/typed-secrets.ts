import type { ManualSecrets } from '../port.ts';

/** A field that a person types into. */
export interface TypedField {
  readonly key: string;
  /** Origin of its document. */
  readonly origin: string;
  readonly before: string;
  /** Its value afterwards; null when it cannot be read. */
  readonly after: string | null;
}

/**
 * Follows what a person types into secret fields, so that it is masked: the value of each field as it grows, and what was typed into
 * several fields in a row, such as the boxes of a code.
 */
export function followTypedSecrets(secrets: ManualSecrets) {
  let row = { text: '', origin: '' };
  return {
    /** Notes a text that was typed into a field. */
    typed(text: string, { key, origin, before, after }: TypedField): void {
      row = { text: row.origin === origin ? row.text + text : text, origin };
      secrets.hold(key, after ?? `${before}${text}`, origin);
      secrets.hold(`row ${origin}`, row.text, origin);
    },
    /** Notes that something else was done: what was typed so far may have been sent. */
    interrupted(): void {
      row = { text: '', origin: '' };
      secrets.keepHeld();
    },
  };
}
