/** Letters of frames in the order of their coming: `a` to `z`, then `aa`, `ab` and so on. */
export function frameLetter(index: number): string {
  const letter = String.fromCharCode(97 + (index % 26));
  return index < 26 ? letter : `${frameLetter(Math.floor(index / 26) - 1)}${letter}`;
}

/** `a12` as frame letter and number; null when it is no id. */
export function parseId(id: string): { readonly letter: string; readonly number: number } | null {
  const match = /^\*?([a-z]{1,3})(\d{1,9})$/.exec(id.trim());
  return match?.[1] && match[2] ? { letter: match[1], number: Number(match[2]) } : null;
}
