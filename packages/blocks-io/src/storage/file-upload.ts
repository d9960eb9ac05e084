import {
  type BlockContext,
  defineBlock,
  destinationFields,
  missingDestinationFields,
  type RunFile,
  RunwrightError,
  type StorageType,
  Type,
} from '@runwright/contract';
import { fileField } from '../file-field.ts';
import { optional } from '../nullable.ts';
import { azureService, openAzure } from './azure.ts';
import { chooseFiles } from './choose-files.ts';
import type { OpenStorageDestination } from './destination.ts';
import { destinationProblems } from './destination-problems.ts';
import { maxFileBytes, resolveFiles } from './resolve-files.ts';
import { openS3, s3Service } from './s3.ts';
import { openSftp } from './sftp.ts';
import { assertFileCount } from './upload-to-s3.ts';

const config = Type.Object(
  {
    storage_type: Type.Enum(['s3', 'azure', 'google_drive', 'sftp'], { default: 's3' }),
    ...destinationFields,
    path: Type.Optional(fileField('What to send. Default: everything that the run downloaded.')),
    prompt: optional(Type.String({ description: 'The files to send, in natural language.' })),
    continue_on_empty: Type.Boolean({
      default: false,
      description: 'A missing file at `path` is not a failure.',
    }),
  },
  { description: 'Sends files of the run to your storage.' },
);

type Config = Parameters<typeof work.run>[0];

const work = defineBlock({
  type: 'file_upload',
  usesBrowser: false,
  services: [s3Service, azureService],
  config,
  output: Type.Array(Type.String(), { description: 'Where the files are now.' }),
  async run(given, context) {
    const open = destinationOf(given);
    const files = await filesToSend(given, context);
    if (files.length === 0) return [];
    assertFileCount(files.length);
    const destination = await open(context);
    try {
      const sent: string[] = [];
      for (const file of files) {
        const content = await context.files.open(file, { maxBytes: maxFileBytes });
        const contentType = content.contentType ?? 'application/octet-stream';
        sent.push(await destination.put({ file, content, contentType }));
        context.log.info(`Sent \`${file.filename}\`, ${file.file_size} bytes.`);
      }
      return sent;
    } finally {
      await destination[Symbol.asyncDispose]();
    }
  },
});

/** `file_upload`: sends the run's downloads, or some of them, to S3, Azure Blob Storage or an SFTP server. */
export const fileUpload = { ...work, check: destinationProblems };

async function filesToSend(given: Config, context: BlockContext): Promise<readonly RunFile[]> {
  const all = await context.files.list();
  const path =
    given.path === undefined || given.path === null || given.path === '' ? 'downloads' : given.path;
  const found = path === 'downloads' ? all : await resolveFiles(path, context);
  if (found.length === 0 && (all.length === 0 || given.continue_on_empty)) return [];
  if (found.length === 0) {
    throw new RunwrightError(
      'not_found',
      `No file of the run matches \`${typeof path === 'string' ? path : 'path'}\`; the run has ${all.length} files. Correct \`path\`, or set \`continue_on_empty\`.`,
    );
  }
  const prompt = given.prompt?.trim() ?? '';
  if (prompt === '') return found;
  const chosen = await chooseFiles(found, prompt, context);
  if (chosen.length > 0 || given.continue_on_empty) return chosen;
  throw new RunwrightError(
    'not_found',
    `None of the ${found.length} files matches \`prompt\`. Change it, or set \`continue_on_empty\`.`,
  );
}

/** The storage that the block names. Throws before anything happens when a field is missing. */
function destinationOf(given: Config): OpenStorageDestination {
  const missing = missingDestinationFields(given.storage_type, given);
  if (missing.length > 0) {
    throw new RunwrightError(
      'invalid_input',
      `Cannot send files to \`${given.storage_type}\`: ${missing.join(', ')} is missing or empty. Set it.`,
    );
  }
  // What the storage requires was checked by name just now.
  return openers[given.storage_type](given as never);
}

const openers: Readonly<Record<StorageType, (fields: never) => OpenStorageDestination>> = {
  s3: openS3,
  azure: openAzure,
  sftp: openSftp,
  google_drive: () => async () => {
    throw new RunwrightError(
      'secret_unavailable',
      'Cannot send files to Google Drive: this host has no connection to Google accounts. Use `s3`, `azure` or `sftp`.',
      { details: { failure_category: 'credential' } },
    );
  },
};
