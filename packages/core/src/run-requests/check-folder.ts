import { notFound, type RunwrightError } from '@runwright/contract';
import type { EngineDeps } from '../engine-deps.ts';

/** Throws `not_found` for a folder that the organization does not have; null names none. */
export async function checkFolder(
  { store }: Pick<EngineDeps, 'store'>,
  organizationId: string,
  folderId: string | null,
): Promise<void> {
  if (folderId === null || (await store.folders.get(organizationId, folderId)) !== null) return;
  throw unknownFolder(folderId);
}

/** The error of a folder id that names none. */
export function unknownFolder(folderId: string): RunwrightError {
  return notFound('Folder', folderId);
}
