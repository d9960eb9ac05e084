import type { Problem } from '@runwright/contract';

/** Where files can be sent. */
export type StorageType = 's3' | 'azure' | 'google_drive' | 'sftp';

/** Members that a storage cannot do without; of a list in a list one is enough. */
const required: Readonly<Record<StorageType, readonly (string | readonly string[])[]>> = {
  s3: ['s3_bucket', 'aws_access_key_id', 'aws_secret_access_key'],
  azure: ['azure_storage_account_name', 'azure_storage_account_key', 'azure_blob_container_name'],
  google_drive: ['google_credential_id'],
  sftp: ['sftp_host', 'sftp_username', ['sftp_password', 'sftp_private_key']],
};

/** Members that are missing for a storage; of several that would do, all are named. */
export function missingFields(
  storage: StorageType,
  fields: { readonly [name: string]: unknown },
): readonly string[] {
  const isGiven = (name: string) => typeof fields[name] === 'string' && fields[name].trim() !== '';
  return required[storage].flatMap((name) => {
    const names = typeof name === 'string' ? [name] : name;
    return names.some(isGiven) ? [] : [names.map((one) => `\`${one}\``).join(' or ')];
  });
}

/** The same as problems of a saved definition. */
export function destinationProblems(node: { readonly [name: string]: unknown }): readonly Problem[] {
  const storage = (node.storage_type ?? 's3') as StorageType;
  return missingFields(storage, node).map((names) => ({
    path: [/`(\w+)`/.exec(names)?.[1] ?? 'storage_type'],
    message: `Value error, ${names} is needed to send files to \`${storage}\``,
    type: 'value_error',
  }));
}
