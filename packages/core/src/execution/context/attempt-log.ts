import type { JsonObject } from '@runwright/contract';

/** Level of a line. */
export type LogLevel = 'debug' | 'info' | 'warn' | 'error';

interface Line {
  readonly at: number;
  readonly level: LogLevel;
  readonly message: string;
  readonly fields: JsonObject;
}

/** The log of one attempt, in memory until it ends. */
export interface AttemptLog {
  add(level: LogLevel, message: string, fields?: JsonObject): void;
  readonly isEmpty: boolean;
  /** One line each, for people. */
  readable(): string;
  /** One JSON object per line (JSON Lines). */
  raw(): string;
}

/** Lines that an attempt may keep; the oldest go first. */
const maxLines = 10_000;

/** An empty log. */
export function createAttemptLog(now: () => number): AttemptLog {
  const lines: Line[] = [];
  return {
    add(level, message, fields = {}) {
      lines.push({ at: now(), level, message, fields });
      if (lines.length > maxLines) lines.shift();
    },
    get isEmpty() {
      return lines.length === 0;
    },
    readable: () => lines.map(readableLine).join(''),
    raw: () => lines.map((line) => `${JSON.stringify({ ...line, at: timeOf(line) })}\n`).join(''),
  };
}

function readableLine(line: Line): string {
  const fields = Object.keys(line.fields).length === 0 ? '' : ` ${JSON.stringify(line.fields)}`;
  return `${timeOf(line)} ${line.level.padEnd(5)} ${line.message}${fields}\n`;
}

function timeOf(line: Line): string {
  return new Date(line.at).toISOString();
}
