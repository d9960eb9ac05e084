import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { delimiter } from 'node:path';

/** Name of the variable that lists the browsers on which the browser tests run. */
export const testBrowsersVariable = 'RUNWRIGHT_TEST_BROWSERS';

/** A browser that runs on this machine. */
export interface TestBrowser {
  readonly path: string;
  /** Such as `Chromium 150.0.7871.100`; unique in the list. */
  readonly name: string;
}

/** What a command ended with. */
export interface VersionAnswer {
  /** Null when the command was ended by a signal or did not start. */
  readonly exitCode: number | null;
  readonly output: string;
}

/** Ways to look at the machine, replaceable in tests. */
export interface TestBrowserOptions {
  readonly separator?: string;
  readonly exists?: (path: string) => boolean;
  readonly askVersion?: (path: string) => VersionAnswer;
}

/**
 * Returns the browsers of a list of paths, which are separated by commas or by the separator of the platform's PATH.
 * Throws when a path does not exist or its binary does not tell a version.
 */
export function testBrowsers(list = '', options: TestBrowserOptions = {}): readonly TestBrowser[] {
  const { separator = delimiter, exists = existsSync, askVersion = runForVersion } = options;
  const paths = list
    .split(',')
    .flatMap((part) => part.split(separator))
    .map((path) => path.trim())
    .filter((path) => path !== '');
  const browsers = [...new Set(paths)].map((path) => ({ path, name: versionOf(path, exists, askVersion) }));
  return browsers.map(({ path, name }) => {
    const isAmbiguous = browsers.filter((other) => other.name === name).length > 1;
    return { path, name: isAmbiguous ? `${name} (${path})` : name };
  });
}

function versionOf(
  path: string,
  exists: (path: string) => boolean,
  askVersion: (path: string) => VersionAnswer,
): string {
  if (!exists(path))
    throw new Error(
      `Cannot test with the browser \`${path}\` of ${testBrowsersVariable}: no such file. Correct the path or remove it from the list.`,
    );
  // On Windows the question for the version opens a window.
  if (process.platform === 'win32' && askVersion === runForVersion) return path;
  const { exitCode, output } = askVersion(path);
  const version = /^.*\d+(?:\.\d+)+/m.exec(output)?.[0].trim();
  if (exitCode !== 0 || version === undefined)
    throw new Error(
      `Cannot test with the browser \`${path}\` of ${testBrowsersVariable}: \`--version\` ended with ${exitCode ?? 'a signal'} and printed \`${output.trim()}\`. Install what the binary needs, or remove it from the list.`,
    );
  return version;
}

function runForVersion(path: string): VersionAnswer {
  const { status, stdout, stderr, error } = spawnSync(path, ['--version'], {
    encoding: 'utf8',
    timeout: 60_000,
    killSignal: 'SIGKILL',
  });
  // Launcher scripts may warn on stderr; a version is on stdout.
  return { exitCode: status, output: stdout || stderr || (error?.message ?? '') };
}
