import { defineBlock, fileReferences, RunwrightError, Type } from '@runwright/contract';
import { fileField } from '../file-field.ts';
import { resolveFiles } from './resolve-files.ts';

/** Most files of one upload. */
export const maxFiles = 300;

/** Block `upload_to_s3`: saves the named files in the artifact store and returns their URIs. */
export const uploadToS3 = defineBlock({
  type: 'upload_to_s3',
  usesBrowser: false,
  onWorkerLost: 'repeat',
  config: Type.Object(
    { path: fileField('The files to store; at most 300.') },
    { description: 'Stores files in the artifact store.' },
  ),
  output: Type.Array(Type.String(), { description: 'URIs of the files.' }),
  async run({ path }, context) {
    const files = await resolveFiles(path, context);
    const isFolder = fileReferences(path).some(({ kind }) => kind === 'downloads');
    if (files.length === 0 && !isFolder) {
      throw new RunwrightError(
        'not_found',
        `No file of the run matches \`${typeof path === 'string' ? path : 'path'}\`. Name one of its files, or \`downloads\`.`,
      );
    }
    assertFileCount(files.length);
    return files.map((file) => file.artifact_uri);
  },
});

/** Throws when there are more files than one upload takes. */
export function assertFileCount(count: number): void {
  if (count <= maxFiles) return;
  throw new RunwrightError(
    'block_failed',
    `Cannot upload ${count} files: at most ${maxFiles} are allowed. Choose fewer.`,
    { details: { failure_category: 'limit' } },
  );
}
