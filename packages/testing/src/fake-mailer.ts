import { type Mailer, type MailMessage, RunwrightError } from '@runwright/contract';

/** A mail that a {@link FakeMailer} was asked to send. */
export interface FakeMail {
  readonly key: string;
  readonly message: MailMessage;
}

/** A mailer that keeps what it is asked to send. */
export interface FakeMailer extends Mailer {
  /** In the order in which they came, those that it refused too. */
  readonly mails: readonly FakeMail[];
  /** Refuses every mail from now on with this reason; null: sends again. */
  refuse(reason: string | null): void;
}

/** Makes a {@link FakeMailer} that refuses nothing. */
export function fakeMailer(): FakeMailer {
  const mails: FakeMail[] = [];
  let refusal: string | null = null;
  return {
    specVersion: 'v1',
    mails,
    refuse(reason) {
      refusal = reason;
    },
    async send(message, { key, signal }) {
      signal.throwIfAborted();
      mails.push({ key, message });
      if (refusal !== null) throw new RunwrightError('block_failed', refusal);
    },
  };
}
