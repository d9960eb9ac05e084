/**
 * Default length limit of one message of the debug protocol, in bytes. Pages decide how long messages are, and one that exceeds
 * the longest string of V8 (512 MiB) would end this process. The longest legitimate ones are pictures: a PNG of the first 30
 * screens takes up to 118 MiB at the default size.
 */
export const maxMessageBytes = 128 * 2 ** 20;

/** @param consequence such as `The browser was ended` */
export function describeOversizedMessage(consequence: string, maxBytes: number): string {
  return `${consequence} because it sent a message of more than ${Math.round(maxBytes / 2 ** 20)} MiB: a page has a very long text in its console, its title or its content, or a picture is very large. Leave that page out, or reduce what is read of it.`;
}
