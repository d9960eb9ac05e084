import { RunwrightError } from '@runwright/contract';
import type { Engine } from '../api.ts';
import type { EngineParts } from '../parts.ts';
import { runFile } from './run-files.ts';

/** The files of runs, as a host reads them. */
export function createFiles(parts: Pick<EngineParts, 'store' | 'artifacts' | 'links'>): Engine['files'] {
  return {
    async get(organizationId, fileId) {
      const file = await parts.store.files.get(organizationId, fileId);
      if (file === null) throw new RunwrightError('not_found', `File ${fileId} not found`);
      return file;
    },
    async ofRun(organizationId, runId) {
      const files = await parts.store.files.list(organizationId, runId);
      return files.map((file) => runFile(file, parts.links));
    },
    async content(file) {
      const { signal } = new AbortController();
      const bytes = await parts.artifacts.get(file.key, { signal });
      if (bytes === null) {
        throw new RunwrightError('not_found', `The content of file ${file.fileId} is gone`);
      }
      return bytes;
    },
  };
}
