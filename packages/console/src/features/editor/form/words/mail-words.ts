import type { WordsOfFields } from './words.ts';

const ofSheet: WordsOfFields = {
  spreadsheet_url: { title: 'Spreadsheet', help: 'Its address or id.' },
  sheet_name: { title: 'Sheet', help: 'Its name. This or a range is required.' },
  range: { title: 'Range', help: "Cells, such as `A2:D` or `'My sheet'!B3`." },
  credential_id: {
    title: 'Credential',
    help: 'One of the type Secret with an access token for Google Sheets: its id, or the key of a parameter that holds it.',
  },
};

const parameterOf = (what: string) => `Key of the parameter that holds the ${what}.`;

/** Words of the blocks for mail and sheets, by type. */
export const mailBlockWords: Readonly<Record<string, WordsOfFields>> = {
  send_email: {
    sender: { title: 'From', help: 'Address of the sender, who receives a blind copy.' },
    recipients: {
      title: 'To',
      help: 'As JSON: a list of addresses, or the key of a parameter with some. Without a valid one the block fails.',
    },
    subject: { title: 'Subject', help: 'The id of the run is added at its end.' },
    body: { title: 'Text', help: 'Plain text, or the key of a parameter that holds it.' },
    file_attachments: {
      title: 'Attachments',
      help: 'As JSON: a list of addresses, files of this run, outputs of blocks or keys of parameters, or `downloads` for all of them; at most 25 MB together.',
    },
    smtp_host_secret_parameter_key: { title: 'Parameter of the mail server', help: parameterOf('host') },
    smtp_port_secret_parameter_key: { title: 'Parameter of its port', help: parameterOf('port') },
    smtp_username_secret_parameter_key: {
      title: 'Parameter of the user name',
      help: parameterOf('user name'),
    },
    smtp_password_secret_parameter_key: { title: 'Parameter of the password', help: parameterOf('password') },
    custom_smtp_host: { title: 'Mail server', help: 'Leave empty for the one of the service.' },
    custom_smtp_port: { title: 'Port of the mail server', help: 'From 1 to 65535.' },
    custom_smtp_username: { title: 'User name at the mail server', help: 'Required with a password.' },
    custom_smtp_password: {
      title: 'Password at the mail server',
      help: 'Required with a user name. Use a parameter that is a secret, so that it is not stored.',
    },
  },
  email_inbox: {
    email_client: { title: 'Mail service', help: 'Where the mailbox is.' },
    credential_id: {
      title: 'Credential',
      help: 'One of the type Secret with an access token for Gmail (`gmail.readonly`) or Microsoft Graph (`Mail.Read`): its id, or the key of a parameter that holds it.',
    },
    folder: { title: 'Folder', help: 'A folder of Outlook or a label of Gmail. Leave empty for the inbox.' },
    prompt: {
      title: 'Which mails to find',
      help: 'In plain language. A model checks the mails that the other fields find.',
    },
    sender: { title: 'From', help: 'Address of the sender, or a part of name or address.' },
    subject: { title: 'Subject contains', help: 'Words of the subject.' },
    newer_than_days: { title: 'Not older than (days)', help: 'Leave empty for mails of any age.' },
    max_results: { title: 'Mails to check', help: 'At most this many of the newest ones.' },
    include_body: { title: 'With the text of the mails', help: 'Otherwise the output has none.' },
  },
  google_sheets_read: {
    ...ofSheet,
    has_header_row: {
      title: 'First row has the names',
      help: 'It names the columns, and is no row of the output.',
    },
  },
  google_sheets_write: {
    ...ofSheet,
    write_mode: {
      title: 'Where to write',
      help: 'Append: below the table that is there. Update: from the first cell of the range on.',
    },
    values: {
      title: 'Rows',
      help: 'As JSON: a list of rows, each a list of cells or an object. Templates in it become JSON.',
    },
    column_mapping: {
      title: 'Columns',
      help: 'As JSON, for rows that are objects: the letter of the column of each member.',
    },
    create_sheet_if_missing: {
      title: 'Make a missing sheet',
      help: 'Adds the sheet when it does not exist.',
    },
  },
};
