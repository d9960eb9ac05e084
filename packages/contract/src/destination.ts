import { Type } from 'typebox';
import { template } from './block.ts';

/** Storage services to which files of a run can be sent. */
export type StorageType = 's3' | 'azure' | 'google_drive' | 'sftp';

const optional = <const S extends Type.TSchema>(schema: S) =>
  Type.Optional(Type.Union([schema, Type.Null()]));
const text = (description: string) => optional(Type.String({ description }));

/** Config members of a block that sends files to a storage of its user. */
export const destinationFields = {
  s3_bucket: text('Required for `s3`.'),
  aws_access_key_id: text('Required for `s3`.'),
  aws_secret_access_key: text('Required for `s3`.'),
  region_name: text('Default `us-east-1`.'),
  s3_endpoint_url: text('An S3-compatible service with path-style addresses. Default: Amazon S3.'),
  azure_storage_account_name: text('Required for `azure`.'),
  azure_storage_account_key: text('Required for `azure`.'),
  azure_blob_container_name: text('Required for `azure`.'),
  azure_folder_path: text('Default: the id of the run.'),
  azure_endpoint_url: text('Default: Azure’s public cloud.'),
  google_credential_id: text('Required for `google_drive`.'),
  google_drive_folder_id: text('Default: the root of the drive.'),
  sftp_host: text('Required for `sftp`.'),
  sftp_port: optional(
    Type.Integer({ minimum: 1, maximum: 65_535, description: 'Default 22.', ...template('native') }),
  ),
  sftp_username: text('Required for `sftp`.'),
  sftp_password: text('This or a private key is required for `sftp`.'),
  sftp_private_key: text('In the format of OpenSSH or PEM.'),
  sftp_private_key_passphrase: text('Opens the private key.'),
  sftp_remote_path: text('Created when missing. Default: the id of the run.'),
  sftp_host_key: text('`SHA256:…` or the key itself. Default: any key is accepted, with a warning.'),
};

/** Members that a storage cannot do without; of a list in a list one is enough. */
const required: Readonly<Record<StorageType, readonly (string | readonly string[])[]>> = {
  s3: ['s3_bucket', 'aws_access_key_id', 'aws_secret_access_key'],
  azure: ['azure_storage_account_name', 'azure_storage_account_key', 'azure_blob_container_name'],
  google_drive: ['google_credential_id'],
  sftp: ['sftp_host', 'sftp_username', ['sftp_password', 'sftp_private_key']],
};

/** Members that are missing for a storage, in backquotes; where several would do, all of them in one text. */
export function missingDestinationFields(
  storage: StorageType,
  fields: { readonly [name: string]: unknown },
): readonly string[] {
  const isGiven = (name: string) => typeof fields[name] === 'string' && fields[name].trim() !== '';
  return required[storage].flatMap((name) => {
    const names = typeof name === 'string' ? [name] : name;
    return names.some(isGiven) ? [] : [names.map((one) => `\`${one}\``).join(' or ')];
  });
}
