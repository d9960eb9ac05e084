import { defaults, defineBlock, Type, template } from '@runwright/contract';
import { credentialField, readAccessToken } from '../access-token.ts';
import { optional } from '../nullable.ts';
import { chooseMails } from './inbox/choose-mails.ts';
import { readGmail } from './inbox/gmail.ts';
import type { ReadMailbox } from './inbox/mailbox.ts';
import { readOutlook } from './inbox/outlook.ts';

type Client = 'gmail' | 'outlook';

const clients: Readonly<Record<Client, { readonly service: string; readonly read: ReadMailbox }>> = {
  gmail: { service: 'Gmail', read: readGmail },
  outlook: { service: 'Microsoft Graph', read: readOutlook },
};

const text = (description: string) => optional(Type.String({ description }));
const nullableText = Type.Union([Type.String(), Type.Null()]);

/** `email_inbox`: mails of a Gmail or Outlook account. */
export const emailInbox = defineBlock({
  type: 'email_inbox',
  usesBrowser: false,
  services: ['gmail.googleapis.com', 'graph.microsoft.com'],
  onWorkerLost: 'repeat',
  config: Type.Object(
    {
      email_client: Type.Enum(['gmail', 'outlook']),
      credential_id: credentialField('Gmail (`gmail.readonly`) or Microsoft Graph (`Mail.Read`)'),
      folder: text('Label of Gmail, folder of Outlook. Default: the inbox.'),
      prompt: text(
        'The mails to find, in natural language; a model checks those that match the other filters.',
      ),
      sender: text('Address of the sender, or a part of name or address.'),
      subject: text('Words of the subject.'),
      newer_than_days: optional(
        Type.Integer({
          minimum: 1,
          maximum: 3650,
          description: 'Days. Default: any age.',
          ...template('native'),
        }),
      ),
      max_results: Type.Integer({
        default: defaults.inboxMessages,
        minimum: 1,
        maximum: 100,
        description: 'Number of newest mails that are checked.',
        ...template('native'),
      }),
      include_body: Type.Boolean({ default: true, description: 'False: `body` is null.' }),
    },
    { description: 'Reads mails; nothing in the mailbox changes.' },
  ),
  output: Type.Object({
    email_client: Type.String(),
    folder: nullableText,
    candidate_count: Type.Integer({ description: 'Mails that were looked at.' }),
    matched_count: Type.Integer({ description: 'Mails of `emails`.' }),
    emails: Type.Array(
      Type.Object({
        id: Type.String(),
        thread_id: nullableText,
        subject: Type.String(),
        sender: Type.String(),
        recipients: Type.Array(Type.String()),
        received_at: Type.Union([Type.String(), Type.Null()], { description: 'ISO 8601, UTC.' }),
        is_read: Type.Boolean(),
        has_attachments: Type.Boolean(),
        snippet: Type.String(),
        body: nullableText,
      }),
      { description: 'The newest first.' },
    ),
  }),
  async run(given, context) {
    const { service, read } = clients[given.email_client];
    const token = await readAccessToken(given.credential_id, service, context);
    const mails = await read(
      { serviceName: service, token, context },
      {
        folder: trimToNull(given.folder),
        sender: trimToNull(given.sender),
        subject: trimToNull(given.subject),
        newerThanDays: given.newer_than_days ?? null,
        limit: given.max_results,
        now: Date.now(),
      },
    );
    const prompt = trimToNull(given.prompt);
    const matched = prompt === null || mails.length === 0 ? mails : await chooseMails(mails, prompt, context);
    return {
      email_client: given.email_client,
      folder: trimToNull(given.folder),
      candidate_count: mails.length,
      matched_count: matched.length,
      emails: matched.map(({ body, recipients, ...mail }) => ({
        ...mail,
        recipients: [...recipients],
        body: given.include_body ? body : null,
      })),
    };
  },
});

function trimToNull(text: string | null | undefined): string | null {
  return text?.trim() || null;
}
