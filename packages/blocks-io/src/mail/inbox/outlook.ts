import { type Json, RunwrightError } from '@runwright/contract';
import { type ApiConnection, callApi, entriesOf, memberOf } from '../../call-api.ts';
import type { InboxMail, MailQuery, ReadMailbox } from './mailbox.ts';
import { htmlToText } from './plain-text.ts';

/** Microsoft Graph, version 1.0: https://learn.microsoft.com/graph/api/user-list-messages. */
const base = 'https://graph.microsoft.com/v1.0/me/';

/** Names that Graph knows for folders of every mailbox, whatever their language. */
const wellKnown: ReadonlySet<string> = new Set([
  'inbox',
  'archive',
  'drafts',
  'sentitems',
  'deleteditems',
  'junkemail',
]);

const fields =
  'id,conversationId,subject,from,toRecipients,receivedDateTime,isRead,hasAttachments,bodyPreview,body';
const dayMs = 24 * 60 * 60 * 1000;

/** Mails of an Outlook account, through a filter. */
export const readOutlook: ReadMailbox = async (api, query) => {
  const folder = await folderOf(api, query.folder);
  const url = new URL(`${base}mailFolders/${encodeURIComponent(folder)}/messages`);
  url.searchParams.set('$select', fields);
  url.searchParams.set('$top', String(query.limit));
  url.searchParams.set('$orderby', 'receivedDateTime desc');
  url.searchParams.set('$filter', filterOf(query));
  const found = await callApi(api, {
    resource: 'the list of mails',
    url,
    headers: { prefer: 'outlook.body-content-type="text"' },
  });
  return entriesOf(found, 'value').slice(0, query.limit).map(mailOf);
};

/** Builds the OData filter. Graph requires the sort property first in it, so there is always a date. */
function filterOf({ sender, subject, newerThanDays, now }: MailQuery): string {
  const since = newerThanDays === null ? 0 : now - newerThanDays * dayMs;
  return [
    `receivedDateTime ge ${new Date(since).toISOString()}`,
    ...(sender === null ? [] : [senderFilter(sender)]),
    ...(subject === null ? [] : [`contains(subject,${literal(subject)})`]),
  ].join(' and ');
}

/** A whole address is compared; of a name or a domain, a part is enough. */
function senderFilter(sender: string): string {
  if (/^[^\s@]+@[^\s@]+$/.test(sender)) return `from/emailAddress/address eq ${literal(sender)}`;
  const text = literal(sender);
  return `(contains(from/emailAddress/address,${text}) or contains(from/emailAddress/name,${text}))`;
}

/** A text of OData: quotes are doubled. */
function literal(text: string): string {
  return `'${text.replaceAll("'", "''")}'`;
}

async function folderOf(api: ApiConnection, name: string | null): Promise<string> {
  const plain = (name ?? 'inbox').toLowerCase().replaceAll(' ', '');
  if (wellKnown.has(plain)) return plain;
  const url = new URL(`${base}mailFolders`);
  url.searchParams.set('$filter', `displayName eq ${literal(name ?? '')}`);
  const found = await callApi(api, { resource: `the folder \`${name}\``, url });
  const [id] = entriesOf(found, 'value').flatMap((folder) => textAt(folder, 'id') ?? []);
  if (id !== undefined) return id;
  throw new RunwrightError('not_found', `Outlook has no folder \`${name}\`. Correct \`folder\`.`);
}

function mailOf(message: Json): InboxMail {
  const body = memberOf(message, 'body');
  const content = textAt(body, 'content') ?? '';
  return {
    id: textAt(message, 'id') ?? '',
    thread_id: textAt(message, 'conversationId'),
    subject: textAt(message, 'subject') ?? '',
    sender: addressOf(memberOf(message, 'from')),
    recipients: entriesOf(message, 'toRecipients').map(addressOf),
    received_at: receivedAt(textAt(message, 'receivedDateTime')),
    is_read: memberOf(message, 'isRead') === true,
    has_attachments: memberOf(message, 'hasAttachments') === true,
    snippet: textAt(message, 'bodyPreview') ?? '',
    body: textAt(body, 'contentType') === 'html' ? htmlToText(content) : content.trim(),
  };
}

function addressOf(recipient: Json): string {
  const mailbox = memberOf(recipient, 'emailAddress');
  const address = textAt(mailbox, 'address') ?? '';
  const name = textAt(mailbox, 'name') ?? '';
  return name === '' || name === address ? address : `${name} <${address}>`;
}

function receivedAt(text: string | null): string | null {
  const at = text === null ? Number.NaN : Date.parse(text);
  return Number.isFinite(at) ? new Date(at).toISOString() : null;
}

function textAt(value: Json, name: string): string | null {
  const member = memberOf(value, name);
  return typeof member === 'string' ? member : null;
}
