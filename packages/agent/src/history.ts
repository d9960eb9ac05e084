const shown = 12;
const foldedLength = 800;

/**
 * What was done, one line for each action. Older lines fold into one paragraph, twelve at a time, so that the beginning
 * of a prompt changes rarely.
 */
export interface History {
  add(line: string): void;
  readonly lines: readonly string[];
  /** For a prompt; empty when nothing was done. */
  text(): string;
}

/** Makes an empty history. */
export function history(): History {
  const lines: string[] = [];
  return {
    lines,
    add(line) {
      lines.push(line.replace(/\s+/g, ' ').trim());
    },
    text() {
      const foldedCount = Math.max(0, (Math.floor(lines.length / shown) - 1) * shown);
      if (foldedCount === 0) return lines.join('\n');
      const folded = fold(lines.slice(0, foldedCount));
      return [`earlier (${foldedCount} actions): ${folded}`, ...lines.slice(foldedCount)].join('\n');
    },
  };
}

/** The newest of what is folded says most, so the cut is made at the front. */
function fold(lines: readonly string[]): string {
  const text = lines.join('; ');
  return text.length <= foldedLength ? text : `…${text.slice(text.length - foldedLength + 1)}`;
}
