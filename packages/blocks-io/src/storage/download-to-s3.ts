import { defineBlock, Type } from '@runwright/contract';
import { saveOpened } from './resolve-files.ts';

/** Most bytes that the block fetches: 10 MiB. */
const maximumBytes = 10 * 1024 * 1024;

/** Block `download_to_s3`: downloads a URL into the artifact store, as a file of the run, and returns its URI. */
export const downloadToS3 = defineBlock({
  type: 'download_to_s3',
  usesBrowser: false,
  onWorkerLost: 'repeat',
  config: Type.Object(
    { url: Type.String({ minLength: 1, description: 'Address of the file; at most 10 MiB.' }) },
    { description: 'Downloads a file into the artifact store.' },
  ),
  output: Type.String({ description: 'URI of the file, for other blocks and for other runs.' }),
  async run({ url }, context) {
    const file = await context.files.open(url, { maxBytes: maximumBytes });
    return (await saveOpened(file, { sourceUrl: url }, context)).artifact_uri;
  },
});
