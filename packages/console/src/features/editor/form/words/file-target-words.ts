import type { WordsOfFields } from './words.ts';

/** Words of the members that say where files are sent. */
export const fileTargetWords: WordsOfFields = {
  s3_bucket: { title: 'S3: bucket', help: 'Required for S3.' },
  aws_access_key_id: { title: 'S3: id of the access key', help: 'Required for S3.' },
  aws_secret_access_key: {
    title: 'S3: secret access key',
    help: 'Required for S3. Use a parameter that is a secret, so that it is not stored.',
  },
  region_name: { title: 'S3: region', help: 'Leave empty for `us-east-1`.' },
  s3_endpoint_url: {
    title: 'S3: address of the service',
    help: 'Of a service that is compatible with S3. Leave empty for Amazon S3.',
  },
  azure_storage_account_name: { title: 'Azure: storage account', help: 'Its name. Required for Azure.' },
  azure_storage_account_key: {
    title: 'Azure: key of the account',
    help: 'Required for Azure. Use a parameter that is a secret, so that it is not stored.',
  },
  azure_blob_container_name: { title: 'Azure: container', help: 'Its name. Required for Azure.' },
  azure_folder_path: { title: 'Azure: folder', help: 'Leave empty for the id of the run.' },
  azure_endpoint_url: {
    title: 'Azure: address of the service',
    help: 'Leave empty for the public cloud of Azure.',
  },
  google_credential_id: {
    title: 'Google Drive: credential',
    help: 'Id of a credential, or the key of a parameter that holds it. Required for Google Drive.',
  },
  google_drive_folder_id: {
    title: 'Google Drive: folder',
    help: 'Its id. Leave empty for the root of the drive.',
  },
  sftp_host: { title: 'SFTP: host', help: 'Required for SFTP.' },
  sftp_port: { title: 'SFTP: port', help: 'From 1 to 65535.' },
  sftp_username: { title: 'SFTP: user name', help: 'Required for SFTP.' },
  sftp_password: { title: 'SFTP: password', help: 'This or a private key is required for SFTP.' },
  sftp_private_key: { title: 'SFTP: private key', help: 'In the format of OpenSSH or PEM.' },
  sftp_private_key_passphrase: { title: 'SFTP: passphrase of the key', help: 'Opens the private key.' },
  sftp_remote_path: {
    title: 'SFTP: folder',
    help: 'It is made when it does not exist. Leave empty for the id of the run.',
  },
  sftp_host_key: {
    title: 'SFTP: key of the host',
    help: '`SHA256:…` or the key itself. Left empty, any key is accepted, with a warning.',
  },
};
