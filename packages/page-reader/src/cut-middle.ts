/**
 * A text of at most so many characters: what is too much is taken out of its middle, where `…` stands for it. Nothing is
 * cut without this mark, by which parts of secrets are found.
 */
export function cutMiddle(text: string, limit: number): string {
  if (text.length <= limit) return text.toWellFormed();
  return `${text.slice(0, Math.ceil(limit * 0.66))}…${text.slice(-Math.floor(limit * 0.33))}`.toWellFormed();
}
