const linesPerFold = 12;
const maxFoldedLength = 800;

/**
 * History of a task, one line per action. Older lines are merged into one paragraph, twelve at a time, so that the prefix
 * of a prompt changes rarely.
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
      lines.push(line.replace(/\s+/g, ' ').trim());
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
