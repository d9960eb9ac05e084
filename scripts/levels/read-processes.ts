import { existsSync, readdirSync, readFileSync } from 'node:fs';
import type { ProcessEntry } from './process-tree.ts';

/** Linux counts CPU time for programs in hundredths of a second on every common machine. */
const msPerTick = 10;

/** Returns all processes of this machine, or undefined where there is no `/proc` as on Linux. */
export function readProcesses(folder = '/proc'): readonly ProcessEntry[] | undefined {
  if (!existsSync(`${folder}/self/stat`)) return undefined;
  return readdirSync(folder)
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => {
      try {
        return [parseStat(readFileSync(`${folder}/${name}/stat`, 'latin1'))];
      } catch {
        // The process has ended since the folder was listed.
        return [];
      }
    });
}

/**
 * Parses a file `/proc/<pid>/stat`; its fields are described in proc(5). The name of the program, in parentheses, may
 * contain spaces and parentheses.
 */
export function parseStat(text: string): ProcessEntry {
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
  // The first field after the name is the third of the file.
  const field = (number: number) => Number(fields[number - 3]);
  return {
    pid: Number.parseInt(text, 10),
    parent: field(4),
    startedAt: field(22),
    ownMs: (field(14) + field(15)) * msPerTick,
    childrenMs: (field(16) + field(17)) * msPerTick,
  };
}
