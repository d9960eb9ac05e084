import { type Mailer, type MailMessage, RunwrightError } from '@runwright/contract';
import { expect } from 'vitest';
import { type Check, type Closable, refusal, testChecks } from './checks.ts';

/** A mail as it has arrived: addresses without names. */
export interface ReceivedMail {
  readonly from: string;
  readonly to: readonly string[];
  readonly subject: string;
  readonly text: string;
  /** What tells its receiver that two mails are the same one; null when the way of sending has no such thing. */
  readonly id: string | null;
}

/** A mailer that is tested, and the place where its mails arrive. */
export interface TestedMailer extends Closable {
  readonly mailer: Mailer;
  /** Address of the driver's own sender, for mails that name none. */
  readonly sender: string;
  /** Mails that have arrived, oldest first. */
  received(): Promise<readonly ReceivedMail[]>;
  /** Makes the receiver refuse mails from now on. */
  refuse(): Promise<void>;
}

/**
 * What every mailer promises. Call it at the top of a driver's test file.
 *
 * @param name names the driver in the report
 * @param open opens a mailer; the suite closes it
 */
export function testMailer(name: string, open: () => Promise<TestedMailer>): void {
  testChecks(`${name} as a mailer`, mailerChecks, open);
}

const { signal } = new AbortController();
const message: MailMessage = {
  from: null,
  to: ['Ann <ann@acme.test>', 'bob@acme.test'],
  subject: 'Approve?',
  text: 'Please decide.\n\n.\nA line that is a dot, and ünïcödé.',
};

/** The promises of {@link Mailer}. */
export const mailerChecks: readonly Check<TestedMailer>[] = [
  {
    name: 'a mail has arrived when the call ends, at all its recipients and with its whole text',
    async run({ mailer, received, sender }) {
      expect(mailer.specVersion).toBe('v1');
      await mailer.send(message, { key: 'k1', signal });
      const [mail] = await received();
      expect(mail).toMatchObject({ from: sender, subject: 'Approve?' });
      expect(mail?.to.toSorted()).toEqual(['ann@acme.test', 'bob@acme.test']);
      expect(mail?.text.replaceAll('\r\n', '\n').trim()).toBe(message.text);
    },
  },
  {
    name: 'a mail that names a sender is from it',
    async run({ mailer, received }) {
      await mailer.send({ ...message, from: 'Boss <boss@acme.test>' }, { key: 'k1', signal });
      expect((await received()).map(({ from }) => from)).toEqual(['boss@acme.test']);
    },
  },
  {
    name: 'a subject has every character, and no line of it becomes a header',
    async run({ mailer, received }) {
      const subject = 'Größe 漢字 👍';
      await mailer.send({ ...message, subject }, { key: 'k1', signal });
      const lines = { ...message, subject: 'Hello\r\nBcc: eve@evil.test' };
      await mailer.send(lines, { key: 'k2', signal }).catch(() => undefined);
      const mails = await received();
      expect(mails[0]?.subject).toBe(subject);
      expect(mails.flatMap(({ to }) => to)).not.toContain('eve@evil.test');
    },
  },
  {
    name: 'the same key is the same mail for its receiver, another key is another one',
    async run({ mailer, received }) {
      for (const key of ['k1', 'k1', 'k2']) await mailer.send(message, { key, signal });
      const ids = (await received()).map(({ id }) => id);
      if (ids.includes(null)) return;
      expect(new Set(ids).size).toBe(2);
    },
  },
  {
    name: 'a mail that is refused fails with `block_failed`',
    async run({ mailer, refuse }) {
      await refuse();
      const error = await refusal(mailer.send(message, { key: 'k1', signal }), 'a refused mail');
      expect(RunwrightError.is(error), `expected \`block_failed\`, got: ${String(error)}`).toBe(true);
      expect(error).toMatchObject({ code: 'block_failed' });
    },
  },
  {
    name: 'under an aborted signal nothing is sent',
    async run({ mailer, received }) {
      await refusal(mailer.send(message, { key: 'k1', signal: AbortSignal.abort() }), 'an aborted mail');
      expect(await received()).toEqual([]);
    },
  },
];
