/**
 * Cuts a text of a page to a number of characters. The mark at its end is what masks look for: what is left of a secret before it is
 * masked, too.
 */
export function cutText(text: string, maxLength: number): string {
  return text.length > maxLength ? `${text.slice(0, maxLength)}…` : text;
}
