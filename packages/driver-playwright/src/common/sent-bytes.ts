/** The bytes of a request in the forms that are searched for secrets. */
export interface SentBytes {
  /** As UTF-8: as they are, and percent-decoded. */
  readonly texts: readonly string[];
  /** One character for each byte: as they are, percent-decoded, and decoded as a form, whose blanks are `+`. */
  readonly bytes: readonly string[];
}

/** Reads bytes in the forms that are searched. */
export function readSentBytes(sent: Buffer): SentBytes {
  const bytes = sent.toString('latin1');
  const decoded = decodePercent(bytes);
  const asForm = decodePercent(bytes.replaceAll('+', ' '));
  return {
    texts: [...new Set([sent.toString(), Buffer.from(decoded, 'latin1').toString()])],
    bytes: [...new Set([bytes, decoded, asForm])],
  };
}

function decodePercent(bytes: string): string {
  return bytes.replace(/%([0-9a-fA-F]{2})/g, (_all, hex: string) =>
    String.fromCharCode(Number.parseInt(hex, 16)),
  );
}
