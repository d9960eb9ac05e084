import type { ArtifactDraft, JsonObject } from '@runwright/contract';

/** Level of a line. */
export type LogLevel = 'debug' | 'info' | 'warn' | 'error';

interface Line {
  readonly at: number;
  readonly level: LogLevel;
  readonly message: string;
  readonly fields: JsonObject;
}

/** The log of one attempt or of a run, in memory until it is stored. */
export interface AttemptLog {
  add(level: LogLevel, message: string, fields?: JsonObject, at?: number): void;
  /** Number of lines that were added so far. */
  readonly count: number;
  /**
   * The lines after the first `from` (default 0) as artifacts: `service_log`, one line each for people, and `service_log_raw`,
   * one JSON object per line (JSON Lines). None when there is no line.
   */
  artifacts(from?: number): readonly ArtifactDraft[];
}

/** Lines that a log may keep; the oldest go first. */
const maxLines = 10_000;

/** An empty log. */
export function createAttemptLog(now: () => number): AttemptLog {
  const lines: Line[] = [];
  let count = 0;
  return {
    add(level, message, fields = {}, at = now()) {
      lines.push({ at, level, message, fields });
      count += 1;
      if (lines.length > maxLines) lines.shift();
    },
    get count() {
      return count;
    },
    artifacts(from = 0) {
      const wanted = lines.slice(Math.max(0, from - (count - lines.length)));
      if (wanted.length === 0) return [];
      return [
        { type: 'service_log', content: wanted.map(readableLine).join('') },
        { type: 'service_log_raw', content: wanted.map(rawLine).join('') },
      ];
    },
  };
}

function rawLine(line: Line): string {
  return `${JSON.stringify({ ...line, at: timeOf(line) })}\n`;
}

function readableLine(line: Line): string {
  const fields = Object.keys(line.fields).length === 0 ? '' : ` ${JSON.stringify(line.fields)}`;
  return `${timeOf(line)} ${line.level.padEnd(5)} ${line.message}${fields}\n`;
}

function timeOf(line: Line): string {
  return new Date(line.at).toISOString();
}
