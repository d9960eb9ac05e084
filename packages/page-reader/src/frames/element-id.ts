/** Without `g`, which begins the ids of groups. */
const letters = 'abcdefhijklmnopqrstuvwxyz';

/** Letters of frames in the order of their coming: `a` to `z` but for `g`, then `aa`, `ab` and so on. */
export function frameLetter(index: number): string {
  const letter = letters.charAt(index % letters.length);
  return index < letters.length ? letter : `${frameLetter(Math.floor(index / letters.length) - 1)}${letter}`;
}

/** `a12` as frame letter and number; null when it is no id. */
export function parseElementId(id: string): { readonly letter: string; readonly number: number } | null {
  const match = /^\*?([a-z]{1,3})(\d{1,9})$/.exec(id.trim());
  return match?.[1] && match[2] ? { letter: match[1], number: Number(match[2]) } : null;
}
