import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import type { Sample, SampleProblem } from './sample.ts';

/** One simple command of a page, as the shell has taken it apart. */
export interface ShellCommand {
  readonly page: string;
  /** Line in the page. */
  readonly line: number;
  readonly words: readonly string[];
  /** Names of the variables with settings that it gets. */
  readonly settings: readonly string[];
}

/** Filters of text without effects: they are executed, because what follows them needs their output. */
const filters = ['grep', 'head', 'tail', 'tr', 'cut', 'sed'];
const recorder = join(import.meta.dirname, 'record-commands.sh');
/** A program that is named by its path would not be recorded but started. */
const byPath = /(?:^|[|;&(]\s*)\s*(?:\w+=\S*\s+)*(?:\.{0,2}|~)\/[\w.@/-]+(?=\s|$)/;

/**
 * Takes the shell samples of one page apart with bash, in their order: variables of one are known in the next. Nothing is
 * executed but filters of text; every other command only writes its words down.
 *
 * @param known names of commands, besides those that the recorder has
 */
export function commandsOf(
  page: string,
  samples: readonly Sample[],
  known: readonly string[],
): { readonly commands: readonly ShellCommand[]; readonly problems: readonly SampleProblem[] } {
  const lines = linesOf(samples);
  const problems: SampleProblem[] = lines.flatMap((text, index) =>
    byPath.test(text)
      ? [
          {
            page,
            line: index + 1,
            text: `\`${text.trim()}\` starts a program by its path, which is not checked. Name the command.`,
          },
        ]
      : [],
  );
  if (problems.length > 0) return { commands: [], problems };
  const folder = mkdtempSync(join(tmpdir(), 'runwright-shell-'));
  try {
    const script = join(folder, 'page.sh');
    const recording = join(folder, 'recording');
    writeFileSync(script, `${lines.join('\n')}\n`);
    // Another user may not read the repository.
    const copy = join(folder, 'record-commands.sh');
    copyFileSync(recorder, copy);
    writeFileSync(recording, '');
    const bin = join(folder, 'bin');
    mkdirSync(bin);
    for (const name of filters) symlinkSync(pathOfCommand(name), join(bin, name));
    const asNobody = process.getuid?.() === 0;
    for (const path of [folder, recording]) chmodSync(path, 0o777);
    const { stderr, error } = spawnSync(pathOfCommand('bash'), ['--noprofile', '--norc', copy, script], {
      cwd: folder,
      encoding: 'utf8',
      timeout: 30_000,
      env: { PATH: bin, HOME: folder, recording, commands: known.join(' ') },
      ...(asNobody ? { uid: 65_534, gid: 65_534 } : {}),
    });
    if (error) throw error;
    const failures = [...stderr.matchAll(/(?:page\.sh: )?line (\d+): (.*)/g)].map(
      ([, line = '1', text = '']): SampleProblem => ({
        page,
        line: Number(line),
        text: `the shell says: ${text}. Correct the line.`,
      }),
    );
    return { commands: readRecording(page, readFileSync(recording, 'utf8')), problems: failures };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Returns the lines of the samples, each at its line of the page, so that the shell counts as the page does. */
function linesOf(samples: readonly Sample[]): string[] {
  const lines: string[] = [];
  for (const { line, text } of samples)
    for (const [index, one] of text.split('\n').entries()) lines[line + index] = one;
  return Array.from(lines, (line) => line ?? '');
}

function readRecording(page: string, recording: string): readonly ShellCommand[] {
  return recording.split('\0\x1e\0').flatMap((entry) => {
    if (entry === '') return [];
    const [line = '1', settings = '', ...words] = entry.split('\0');
    return [{ page, line: Number(line), words, settings: settings.split(' ').filter((name) => name !== '') }];
  });
}

function pathOfCommand(name: string): string {
  const folders = (process.env.PATH ?? '').split(delimiter);
  const path = folders.map((folder) => join(folder, name)).find((one) => existsSync(one));
  if (path) return path;
  throw new Error(`Cannot take shell samples apart: \`${name}\` is not on the PATH. Install it.`);
}
