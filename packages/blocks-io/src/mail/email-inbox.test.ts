import { Buffer } from 'node:buffer';
import type { Json } from '@runwright/contract';
import { type FakeContextOptions, fakeContext, scriptedModel } from '@runwright/testing';
import { describe, expect, it } from 'vitest';
import { emailInbox } from './email-inbox.ts';
import { htmlToText } from './inbox/plain-text.ts';

type Config = Parameters<typeof emailInbox.run>[0];

/** A context whose network is one service: `answer` gets the path with its query. */
function scene(answer: (path: string, query: URLSearchParams) => Json, options: FakeContextOptions = {}) {
  const requests: { readonly url: URL; readonly headers: Headers }[] = [];
  const fake = fakeContext({
    async fetch(address, init) {
      const url = new URL(address);
      requests.push({ url, headers: new Headers(init?.headers) });
      if ((init?.method ?? 'GET') !== 'GET') throw new Error('the mailbox would be changed');
      return Response.json(answer(`${url.origin}${url.pathname}`, url.searchParams));
    },
    ...options,
  });
  const read = (given: Partial<Config>) =>
    emailInbox.run(
      {
        email_client: 'gmail',
        credential_id: { secret_value: '{{secret.mail.x}}' },
        max_results: 25,
        include_body: true,
        ...given,
      },
      fake.context,
    );
  return { read, requests };
}

const base64 = (text: string) => Buffer.from(text).toString('base64url');

describe('gmail', () => {
  const messages: Readonly<Record<string, Json>> = {
    old: {
      id: 'old',
      threadId: 't1',
      labelIds: ['INBOX'],
      snippet: 'Hello &amp; welcome',
      internalDate: '1767225600000',
      payload: {
        mimeType: 'text/html',
        headers: [
          { name: 'From', value: 'Ann <ann@shop.test>' },
          { name: 'To', value: 'me@acme.test' },
          { name: 'SUBJECT', value: 'Welcome' },
        ],
        body: { data: base64('<style>p{}</style><p>Hello &amp; <b>welcome</b></p><p>Grüße</p>') },
      },
    },
    new: {
      id: 'new',
      threadId: 't2',
      labelIds: ['INBOX', 'UNREAD'],
      snippet: 'Your code',
      internalDate: '1767312000000',
      payload: {
        mimeType: 'multipart/mixed',
        headers: [{ name: 'Subject', value: 'Code' }],
        parts: [
          {
            mimeType: 'multipart/alternative',
            parts: [
              { mimeType: 'text/plain', filename: '', body: { data: base64('Your code is 42.') } },
              { mimeType: 'text/html', filename: '', body: { data: base64('<p>Your code is 42.</p>') } },
            ],
          },
          { mimeType: 'text/plain', filename: 'terms.txt', body: { attachmentId: 'x' } },
        ],
      },
    },
  };
  const answer = (path: string): Json => {
    const root = 'https://gmail.googleapis.com/gmail/v1/users/me/messages';
    if (path === root) return { messages: [{ id: 'old' }, { id: 'new' }], resultSizeEstimate: 2 };
    return messages[path.slice(root.length + 1)] ?? {};
  };

  it('mails are told with their text, the newest first', async () => {
    const { read, requests } = scene(answer);
    expect(await read({})).toEqual({
      email_client: 'gmail',
      folder: null,
      candidate_count: 2,
      matched_count: 2,
      emails: [
        {
          id: 'new',
          thread_id: 't2',
          subject: 'Code',
          sender: '',
          recipients: [],
          received_at: '2026-01-02T00:00:00.000Z',
          is_read: false,
          has_attachments: true,
          snippet: 'Your code',
          body: 'Your code is 42.',
        },
        {
          id: 'old',
          thread_id: 't1',
          subject: 'Welcome',
          sender: 'Ann <ann@shop.test>',
          recipients: ['me@acme.test'],
          received_at: '2026-01-01T00:00:00.000Z',
          is_read: true,
          has_attachments: false,
          snippet: 'Hello & welcome',
          body: 'Hello & welcome\nGrüße',
        },
      ],
    });
    expect(requests[0]?.headers.get('authorization')).toBe('Bearer {{secret.mail.x}}');
    expect(requests[0]?.url.searchParams.get('q')).toBe('in:inbox');
  });

  it('filters become one search, in which a quote ends nothing', async () => {
    const { read, requests } = scene(() => ({ resultSizeEstimate: 0 }));
    const output = await read({
      folder: 'Shop/Orders 2026',
      sender: 'ann@shop.test" OR from:"eve',
      subject: 'your order',
      newer_than_days: 7,
      max_results: 5,
      prompt: 'the newest one',
    });
    expect(Object.fromEntries(requests[0]?.url.searchParams ?? [])).toEqual({
      q: 'in:shop-orders-2026 from:"ann@shop.test OR from: eve" subject:"your order" newer_than:7d',
      maxResults: '5',
    });
    expect(output).toMatchObject({ folder: 'Shop/Orders 2026', candidate_count: 0, emails: [] });
  });

  it('a model judges which mails are meant, and they are data to it', async () => {
    const model = scriptedModel({ answers: [{ numbers: [1, 9] }] });
    const { read } = scene(answer, { model });
    const output = await read({ prompt: 'the one with a code', include_body: false });
    expect(output).toMatchObject({
      candidate_count: 2,
      matched_count: 1,
      emails: [{ id: 'new', body: null }],
    });
    const [message] = model.requests[0]?.messages ?? [];
    expect(message?.content).toContain('Meant: the one with a code');
    expect(message?.content).toContain('Your code is 42.');
  });
});

describe('outlook', () => {
  const message = {
    id: 'm1',
    conversationId: 'c1',
    subject: 'Invoice',
    from: { emailAddress: { name: 'Ann', address: 'ann@shop.test' } },
    toRecipients: [{ emailAddress: { name: 'me@acme.test', address: 'me@acme.test' } }],
    receivedDateTime: '2026-01-02T00:00:00Z',
    isRead: true,
    hasAttachments: true,
    bodyPreview: 'See below',
    body: { contentType: 'html', content: '<div>See below</div><div>Ann</div>' },
  };
  const graph = 'https://graph.microsoft.com/v1.0/me/';

  it('mails are told in the same shape', async () => {
    const { read, requests } = scene(() => ({ value: [message] }));
    expect(await read({ email_client: 'outlook' })).toEqual({
      email_client: 'outlook',
      folder: null,
      candidate_count: 1,
      matched_count: 1,
      emails: [
        {
          id: 'm1',
          thread_id: 'c1',
          subject: 'Invoice',
          sender: 'Ann <ann@shop.test>',
          recipients: ['me@acme.test'],
          received_at: '2026-01-02T00:00:00.000Z',
          is_read: true,
          has_attachments: true,
          snippet: 'See below',
          body: 'See below\nAnn',
        },
      ],
    });
    expect(`${requests[0]?.url.origin}${requests[0]?.url.pathname}`).toBe(
      `${graph}mailFolders/inbox/messages`,
    );
    expect(Object.fromEntries(requests[0]?.url.searchParams ?? [])).toMatchObject({
      $top: '25',
      $orderby: 'receivedDateTime desc',
      $filter: 'receivedDateTime ge 1970-01-01T00:00:00.000Z',
    });
  });

  it('filters become one filter, in which a quote ends nothing, and a folder is found by its name', async () => {
    const { read, requests } = scene((path) => ({
      value: path === `${graph}mailFolders` ? [{ id: 'AB=' }] : [],
    }));
    await read({ email_client: 'outlook', folder: "Ann's", sender: "o'neil", subject: "it's" });
    await read({ email_client: 'outlook', folder: 'Sent Items', sender: 'ann@shop.test' });
    expect(requests.map(({ url }) => url.pathname)).toEqual([
      '/v1.0/me/mailFolders',
      '/v1.0/me/mailFolders/AB%3D/messages',
      '/v1.0/me/mailFolders/sentitems/messages',
    ]);
    const filters = requests.map(({ url }) => url.searchParams.get('$filter'));
    expect(filters[0]).toBe("displayName eq 'Ann''s'");
    expect(filters[1]).toContain("contains(from/emailAddress/name,'o''neil')) and contains(subject,'it''s')");
    expect(filters[2]).toContain(" and from/emailAddress/address eq 'ann@shop.test'");
  });

  it('a folder that is not there fails, naming it', async () => {
    const { read } = scene(() => ({ value: [] }));
    await expect(read({ email_client: 'outlook', folder: 'Nope' })).rejects.toMatchObject({
      code: 'not_found',
      message: expect.stringContaining('`Nope`'),
    });
  });

  it('without a credential nothing is asked', async () => {
    const { read, requests } = scene(() => ({ value: [] }));
    await expect(read({ email_client: 'outlook', credential_id: null })).rejects.toThrow('Microsoft Graph');
    expect(requests).toEqual([]);
  });
});

describe('the text of HTML', () => {
  it('has lines and entities, and nothing of scripts, comments and tags', () => {
    const html =
      '<html><head><title>x</title></head><body><!-- a --><script>alert(1)</script>One&nbsp;&lt;two&gt;<br>three &#8364; &#x41; &bogus; &#0;<ul><li>a</li><li>b</li></ul></body></html>';
    expect(htmlToText(html)).toBe('One <two>\nthree € A &bogus;\na\nb');
  });

  it.each(['<', '<!--', '<style>', '&', ' ', '\n', '<br', '&#1'])(
    'is found in a million characters of `%s` without looking at them again and again',
    (piece) => {
      expect(htmlToText(piece.repeat(1_000_000 / piece.length)).length).toBeLessThanOrEqual(1_000_000);
    },
  );
});
