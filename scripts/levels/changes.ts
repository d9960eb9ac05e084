import { execFileSync } from 'node:child_process';

/** What differs from a commit, in the work tree and in the commits after it. */
export interface Changes {
  /** Paths from the root of the repository, of new, changed and removed files. */
  readonly files: readonly string[];
  /** Added and removed lines of each file that git compares; a new file that git does not follow has none. */
  readonly lines: ReadonlyMap<string, readonly string[]>;
}

/** Runs git and returns its output. Throws when git fails. */
export type Git = (...args: readonly string[]) => string;

/** Runs git in a folder. */
export function gitIn(root: string): Git {
  return (...args) =>
    execFileSync('git', ['-c', 'core.quotePath=false', ...args], {
      cwd: root,
      encoding: 'utf8',
      maxBuffer: 2 ** 30,
      stdio: ['ignore', 'pipe', 'ignore'],
    });
}

/**
 * Returns what differs from the commit at which this branch left the branch that it follows, or else `origin`; undefined
 * where neither exists, or git does not work here.
 */
export function changesOfBranch(git: Git): Changes | undefined {
  for (const upstream of ['@{upstream}', 'origin/HEAD', 'origin/main'])
    try {
      return changesSince(git, git('merge-base', 'HEAD', upstream).trim());
    } catch {
      // The next one may exist.
    }
  return undefined;
}

/** Returns what differs from a commit. Throws when git does not know it. */
export function changesSince(git: Git, commit: string): Changes {
  const lines = parseDiff(git('diff', '--no-color', '--no-ext-diff', '--no-renames', '--unified=0', commit));
  const untracked = git('ls-files', '--others', '--exclude-standard').split('\n').filter(Boolean);
  return { files: [...lines.keys(), ...untracked], lines };
}

/** Parses the output of `git diff --no-renames --unified=0`. */
function parseDiff(text: string): ReadonlyMap<string, readonly string[]> {
  const lines = new Map<string, string[]>();
  for (const part of text.split(/^diff --git /m).slice(1)) {
    // Without renames both names are the same, so the header is `a/<path> b/<path>`.
    const header = part.slice(0, part.indexOf('\n'));
    const path = header.slice('a/'.length, (header.length - 1) / 2);
    const [, ...hunks] = part.split(/^@@ .*$/m);
    lines.set(
      path,
      hunks.flatMap((hunk) => hunk.split('\n').filter((line) => /^[+-]/.test(line))),
    );
  }
  return lines;
}
