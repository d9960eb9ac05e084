import { Readable } from 'node:stream';
import type { RestError } from '@azure/storage-blob';
import { type BlockContext, loadOptionalPackage, RunwrightError } from '@runwright/contract';
import { azureHttpClient } from './azure-http-client.ts';
import { type OpenStorageDestination, uploadFolder } from './destination.ts';
import { revealFields } from './reveal-fields.ts';

/** Members of `file_upload` for Azure. */
export interface AzureFields {
  readonly azure_storage_account_name: string;
  readonly azure_storage_account_key: string;
  readonly azure_blob_container_name: string;
  /** Default: the id of the run. */
  readonly azure_folder_path?: string | null | undefined;
  /** A cloud of its own, or an emulator. Default: Azure's public cloud. */
  readonly azure_endpoint_url?: string | null | undefined;
}

/** Host of Azure's public cloud, below which every account has its own. */
export const azureService = 'blob.core.windows.net';

/** Opens a container of Azure Blob Storage; files are stored as `<folder>/<name>`. */
export function openAzure(fields: AzureFields): OpenStorageDestination {
  return async (context) => {
    const { BlobServiceClient, StorageSharedKeyCredential } = await loadOptionalPackage(
      '@azure/storage-blob',
      'store files in Azure Blob Storage',
      () => import('@azure/storage-blob'),
    );
    const access = await revealFields(fields, endpointOf(fields), context);
    const account = access.azure_storage_account_name;
    const container = access.azure_blob_container_name;
    const service = new BlobServiceClient(
      endpointOf(access),
      new StorageSharedKeyCredential(account, access.azure_storage_account_key),
      // A failed attempt is the block's to repeat: its retries are on record.
      { httpClient: azureHttpClient(context), retryOptions: { maxTries: 1 } },
    );
    const folder = uploadFolder(access.azure_folder_path, context);
    return {
      async put({ file, content, contentType }) {
        const blob = service.getContainerClient(container).getBlockBlobClient(`${folder}/${file.filename}`);
        await blob
          .upload(() => Readable.from(content.read(), { objectMode: false }), content.size, {
            blobHTTPHeaders: { blobContentType: contentType },
            abortSignal: context.signal,
          })
          .catch((cause: unknown) => {
            throw asFailure(cause, container, context);
          });
        return blob.url;
      },
      async [Symbol.asyncDispose]() {
        // The client holds nothing open.
      },
    };
  };
}

function endpointOf({ azure_endpoint_url: own, azure_storage_account_name: account }: AzureFields): string {
  return own || `https://${account}.${azureService}`;
}

function asFailure(cause: unknown, container: string, context: BlockContext): unknown {
  context.signal.throwIfAborted();
  if (RunwrightError.is(cause)) return cause;
  const { message, code, statusCode: status = 0 } = cause as RestError;
  const said = code ?? message.split('\n')[0];
  return new RunwrightError(
    'block_failed',
    `Cannot store a file in the container \`${container}\`: the storage responded ${status === 0 ? '' : `HTTP ${status} `}\`${said}\`. Check account, key and container.`,
    { cause, retryable: status === 429 || status >= 500 },
  );
}
