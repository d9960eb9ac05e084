/** Finds placeholders of secrets, also percent-encoded as part of an address. */
export const placeholderPattern: RegExp = /\{\{secret\.[^{}\s]+\}\}|%7B%7Bsecret\.[^{}\s]+?%7D%7D/gi;

/** Returns a placeholder as it was before it was percent-encoded as part of an address. */
export function decodedPlaceholder(found: string): string {
  return found.startsWith('%') ? `{{${found.slice(6, -6)}}}` : found;
}
