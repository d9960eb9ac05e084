import { Buffer } from 'node:buffer';
import type { Json } from '@runwright/contract';
import { callApi, entriesOf, memberOf } from '../../call-api.ts';
import type { InboxMail, MailQuery, ReadMailbox } from './mailbox.ts';
import { htmlToText } from './plain-text.ts';

/** The Gmail API, version 1: https://developers.google.com/workspace/gmail/api/reference/rest. */
const base = 'https://gmail.googleapis.com/gmail/v1/users/me/';

/** Mails of a Gmail account, through its search. */
export const readGmail: ReadMailbox = async (api, query) => {
  const wanted = 'the list of mails';
  const url = new URL(`${base}messages`);
  url.searchParams.set('q', searchOf(query));
  url.searchParams.set('maxResults', String(query.limit));
  const found = await callApi(api, { resource: wanted, url });
  const ids = entriesOf(found, 'messages').flatMap((entry) => textAt(entry, 'id') ?? []);
  const mails: InboxMail[] = [];
  for (const id of ids.slice(0, query.limit)) {
    const url = new URL(`${base}messages/${encodeURIComponent(id)}?format=full`);
    mails.push(mailOf(await callApi(api, { resource: 'a mail', url })));
  }
  return mails.toSorted((a, b) => ((a.received_at ?? '') < (b.received_at ?? '') ? 1 : -1));
};

/** A search as Gmail has it; quotes around a value keep it one value. */
function searchOf({ folder, sender, subject, newerThanDays }: MailQuery): string {
  return [
    `in:${labelOf(folder ?? 'inbox')}`,
    ...(sender === null ? [] : [`from:${quoted(sender)}`]),
    ...(subject === null ? [] : [`subject:${quoted(subject)}`]),
    ...(newerThanDays === null ? [] : [`newer_than:${newerThanDays}d`]),
  ].join(' ');
}

/** In a search, labels have hyphens in place of all that is neither letter nor digit. */
function labelOf(folder: string): string {
  return folder.toLowerCase().replace(/[^\p{L}\p{N}_]+/gu, '-');
}

function quoted(text: string): string {
  return `"${text.replace(/["\s]+/g, ' ').trim()}"`;
}

function mailOf(message: Json): InboxMail {
  const payload = memberOf(message, 'payload');
  const header = (name: string) =>
    entriesOf(payload, 'headers')
      .filter((one) => textAt(one, 'name')?.toLowerCase() === name)
      .flatMap((one) => textAt(one, 'value') ?? []);
  const parts = allParts(payload);
  const labels = entriesOf(message, 'labelIds');
  const at = Number(textAt(message, 'internalDate') ?? Number.NaN);
  return {
    id: textAt(message, 'id') ?? '',
    thread_id: textAt(message, 'threadId'),
    subject: header('subject')[0] ?? '',
    sender: header('from')[0] ?? '',
    recipients: header('to'),
    received_at: Number.isFinite(at) ? new Date(at).toISOString() : null,
    is_read: !labels.includes('UNREAD'),
    has_attachments: parts.some((part) => (textAt(part, 'filename') ?? '') !== ''),
    snippet: htmlToText(textAt(message, 'snippet') ?? ''),
    body: bodyOf(parts),
  };
}

/** A part and all below it. */
function allParts(part: Json): readonly Json[] {
  return [part, ...entriesOf(part, 'parts').flatMap(allParts)];
}

function bodyOf(parts: readonly Json[]): string {
  const contents = (type: string) =>
    parts
      .filter((part) => textAt(part, 'mimeType') === type && (textAt(part, 'filename') ?? '') === '')
      .map((part) => Buffer.from(textAt(memberOf(part, 'body'), 'data') ?? '', 'base64url').toString('utf8'));
  const plain = contents('text/plain').join('\n').trim();
  return plain === '' ? htmlToText(contents('text/html').join('\n')) : plain;
}

function textAt(value: Json, name: string): string | null {
  const member = memberOf(value, name);
  return typeof member === 'string' ? member : null;
}
