import { join } from 'node:path';
import { type ArtifactStore, RunwrightError } from '@runwright/contract';
import { copyDatabase, type DatabasePlace } from '@runwright/store-sql';
import { copyArtifacts } from '../copy-artifacts.ts';
import { masterKeyPath } from '../master-key.ts';
import { openArtifacts } from '../open-storage.ts';

/** Options of `runwright copy`: places are data folders, addresses of databases, or `s3://` addresses. */
export interface CopyOptions {
  readonly from: string;
  readonly to: string;
  readonly artifactsFrom?: string;
  readonly artifactsTo?: string;
}

/**
 * Executes `runwright copy`: copies all rows of a database into an empty one, and the bytes of artifacts and files, and prints how many
 * there are. The artifacts come first: rows without bytes would be worse than bytes without rows.
 */
export async function copy(options: CopyOptions): Promise<void> {
  const { from, to } = options;
  const [artifactsFrom, artifactsTo] = [
    options.artifactsFrom ?? folderOf(from),
    options.artifactsTo ?? folderOf(to),
  ];
  if (artifactsFrom !== null && artifactsTo !== null) await copyBytes(artifactsFrom, artifactsTo);
  else console.log(notCopied(artifactsFrom, artifactsTo));
  const tables = await copyDatabase({ from: placeOf(from), to: placeOf(to) }, ({ table, rows }) => {
    if (rows > 0) console.log(`${String(rows).padStart(12)}  ${table}`);
  });
  const rows = tables.reduce((sum, table) => sum + table.rows, 0);
  console.log(
    `Copied ${rows} rows of ${tables.length} tables; each table has as many rows in both databases.`,
  );
  if (!isAddress(from) && isAddress(to))
    console.log(
      `Start the service with RUNWRIGHT_DATABASE_URL, and with RUNWRIGHT_MASTER_KEY as it was: unless you had set it, it is in \`${masterKeyPath(from)}\`.`,
    );
}

async function copyBytes(from: string, to: string): Promise<void> {
  const [source, target] = await Promise.all([openPlace(from), openPlace(to)]);
  try {
    const { objects, bytes } = await copyArtifacts(source, target);
    console.log(`Copied ${objects} artifacts and files, ${bytes} bytes.`);
  } finally {
    await Promise.all([source.close(), target.close()]);
  }
}

async function openPlace(place: string): Promise<ArtifactStore> {
  if (/^postgres(?:ql)?:/.test(place))
    throw new RunwrightError(
      'invalid_input',
      `Cannot copy artifacts from or to \`${place.replace(/:.*/s, ':…')}\`: a database has none. Name a data folder or an \`s3://\` address.`,
    );
  return await openArtifacts({ dataDir: place, artifactsUrl: isAddress(place) ? place : null });
}

function placeOf(place: string): DatabasePlace {
  if (/^postgres(?:ql)?:\/\//.test(place)) return { url: place };
  if (isAddress(place))
    throw new RunwrightError(
      'invalid_input',
      `Cannot copy from or to \`${place.replace(/\/\/.*/s, '//…')}\`: it is neither a data folder nor a \`postgres://\` address.`,
    );
  return { file: join(place, 'runwright.db') };
}

/** An address has a scheme of two letters or more: `C:` is a drive. */
function isAddress(place: string): boolean {
  return /^[a-z][a-z\d+.-]+:\/\//i.test(place);
}

function folderOf(place: string): string | null {
  return isAddress(place) ? null : place;
}

function notCopied(from: string | null, to: string | null): string {
  const missing = from === null ? '--artifacts-from' : '--artifacts-to';
  const where = from ?? to;
  return `Artifacts and files are not copied${where === null ? '' : ` (those of \`${where}\`)`}, because ${missing} names no place. The copied rows find them only where RUNWRIGHT_ARTIFACTS_URL or RUNWRIGHT_DATA_DIR points to.`;
}
