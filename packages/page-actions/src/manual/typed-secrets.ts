import type { ManualSecrets } from '../port.ts';

/**
 * Follows what a person types into secret fields, so that it is masked: the value of each field as it grows, and what was typed into
 * several fields in a row, such as the boxes of a code.
 */
export function followTypedSecrets(secrets: ManualSecrets) {
  let row = '';
  return {
    /** Notes a text that was typed into a field, and the value of the field afterwards; null when it cannot be read. */
    typed(field: string, text: string, before: string, after: string | null): void {
      row += text;
      secrets.hold(field, after ?? `${before}${text}`);
      secrets.hold('row', row);
    },
    /** Notes that something else was done: what was typed so far may have been sent. */
    interrupted(): void {
      row = '';
      secrets.keepHeld();
    },
  };
}
