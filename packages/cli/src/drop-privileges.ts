import { execFileSync } from 'node:child_process';
import { accessSync, constants, lchownSync, lstatSync, mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { RunwrightError } from '@runwright/contract';
import type { UserSettings } from './user-settings.ts';

/** User of this machine, from its password database. */
export interface SystemUser {
  readonly name: string;
  readonly uid: number;
  readonly gid: number;
  readonly home: string;
}

/** Members of `process` on POSIX systems; the types of Node lack `initgroups`. */
interface UnixProcess {
  getuid?(): number;
  initgroups?(user: string, group: number): void;
  setgid?(group: number): void;
  setuid?(user: number): void;
}

/**
 * Changes the user of this process, which root started, to `RUNWRIGHT_USER`, with that user's groups and home. Call it
 * before anything is opened. A missing data folder is created with the user as its owner. Does nothing without the setting
 * or when the process already runs as that user.
 *
 * Throws `invalid_input` when the user does not exist, the process may not change its user, or the data folder belongs to
 * another user.
 */
export function dropPrivileges({ user: wanted, dataDir }: UserSettings): void {
  if (wanted === null) return;
  const unix: UnixProcess = process;
  const own = unix.getuid?.();
  if (own === undefined || !unix.initgroups || !unix.setgid || !unix.setuid) {
    throw invalidUserError(
      `The user cannot be changed to \`${wanted}\` on this platform. Remove RUNWRIGHT_USER.`,
    );
  }
  const user = findUser(wanted);
  if (user === null) {
    throw invalidUserError(
      `There is no user \`${wanted}\` on this machine. Add one with \`useradd --system --create-home ${/^\d+$/.test(wanted) ? 'runwright' : wanted}\`, or correct RUNWRIGHT_USER.`,
    );
  }
  if (own === user.uid) return;
  if (own !== 0) {
    throw invalidUserError(
      `Only root can become the user \`${user.name}\`, and this process is of user ${own}. Start it as root or as \`${user.name}\`, or remove RUNWRIGHT_USER.`,
    );
  }
  const folder = resolve(dataDir);
  prepareDataFolder(folder, user);
  unix.initgroups(user.name, user.gid);
  unix.setgid(user.gid);
  unix.setuid(user.uid);
  Object.assign(process.env, { HOME: user.home, USER: user.name, LOGNAME: user.name });
  assertReachable(folder, user);
}

/** Returns the user with this name or number; null when there is none. */
export function findUser(wanted: string): SystemUser | null {
  return (
    parseUser(readFileSync('/etc/passwd', 'utf8'), wanted) ?? parseUser(queryNameService(wanted), wanted)
  );
}

/** Returns the user with this name or number from lines of a password database; null when it is not among them. */
export function parseUser(lines: string, wanted: string): SystemUser | null {
  for (const line of lines.split('\n')) {
    const [name = '', , uid = '', gid = '', , home = ''] = line.split(':');
    const isUser = /^\d+$/.test(uid) && /^\d+$/.test(gid);
    if (isUser && (name === wanted || uid === wanted)) {
      return { name, uid: Number(uid), gid: Number(gid), home: home || '/' };
    }
  }
  return null;
}

/** Queries the name service with `getent`, because users may be in a network directory instead of the file. */
function queryNameService(wanted: string): string {
  try {
    return execFileSync('getent', ['passwd', '--', wanted], {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    });
  } catch {
    return '';
  }
}

function prepareDataFolder(folder: string, user: SystemUser): void {
  const found = lstatSync(folder, { throwIfNoEntry: false });
  if (found === undefined) {
    // The user needs access to the parent folders.
    mkdirSync(dirname(folder), { recursive: true });
    mkdirSync(folder, { mode: 0o700 });
    lchownSync(folder, user.uid, user.gid);
    return;
  }
  const inside = found.isDirectory() ? readdirSync(folder).map((name) => join(folder, name)) : [];
  const foreign = [folder, ...inside].find((path) => lstatSync(path).uid !== user.uid);
  if (foreign === undefined) return;
  throw invalidUserError(
    `The data folder is for the user \`${user.name}\`, but \`${foreign}\` belongs to another one. Run \`chown -R ${user.name}: '${folder}'\`, or set RUNWRIGHT_DATA_DIR to another folder.`,
  );
}

function assertReachable(folder: string, user: SystemUser): void {
  try {
    accessSync(folder, constants.R_OK | constants.W_OK | constants.X_OK);
  } catch (cause) {
    throw invalidUserError(
      `The user \`${user.name}\` cannot open the data folder \`${folder}\`: a folder above it is closed to that user. Set RUNWRIGHT_DATA_DIR to a folder such as \`/var/lib/runwright\`.`,
      cause,
    );
  }
}

function invalidUserError(message: string, cause?: unknown): RunwrightError {
  return new RunwrightError('invalid_input', message, { cause });
}
