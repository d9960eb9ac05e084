const linesPerFold = 12;
const maxFoldedLength = 800;
const maxLineLength = 300;

/**
 * History of a task, one line per action. Older lines are merged into one paragraph, twelve at a time, so that the prefix
 * of a prompt changes rarely. Of a line, the first 300 characters are kept.
 */
export interface History {
  add(line: string): void;
  readonly lines: readonly string[];
  /** Returns the history as prompt text; empty when there is none. */
  text(): string;
}

/** Creates an empty history. */
export function history(): History {
  const lines: string[] = [];
  return {
    lines,
    add(line) {
      const text = line.replace(/\s+/g, ' ').trim();
      lines.push(text.length <= maxLineLength ? text : `${text.slice(0, maxLineLength - 1)}…`);
    },
    text() {
      const foldedCount = Math.max(0, (Math.floor(lines.length / linesPerFold) - 1) * linesPerFold);
      if (foldedCount === 0) return lines.join('\n');
      const folded = fold(lines.slice(0, foldedCount));
      return [`earlier (${foldedCount} actions): ${folded}`, ...lines.slice(foldedCount)].join('\n');
    },
  };
}

/** Joins the lines and truncates them at the front, because the newest lines matter most. */
function fold(lines: readonly string[]): string {
  const text = lines.join('; ');
  return text.length <= maxFoldedLength ? text : `…${text.slice(text.length - maxFoldedLength + 1)}`;
}
