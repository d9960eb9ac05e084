import {
  type Clock,
  limitParts,
  type ModelPort,
  type RequestOptions,
  RunwrightError,
  readParts,
} from '@runwright/contract';
import { asRecord } from '@runwright/definition';
import { codeError } from '../credentials/code-error.ts';
import { canonicalJson } from '../crypto/canonical-json.ts';
import { signBody } from '../crypto/sign-body.ts';
import { withAbort } from '../runtime/with-abort.ts';
import { version } from '../version.ts';
import { readCode } from './read-code.ts';

/** Time for one request, from connecting to the end of the answer. */
const requestMs = 10_000;
/** Bytes of an answer that are read. */
const maxAnswerBytes = 262_144;

/** Members of the request, in their order on the wire; what is not known is left out. */
export interface CodeQuestion {
  /** Of task runs only. */
  readonly task_id?: string;
  readonly workflow_run_id: string;
  readonly workflow_permanent_id: string;
  readonly totp_identifier?: string;
}

/** Dependencies of {@link askVerificationUrl}. */
export interface VerificationDeps {
  /** The network under the egress policy. */
  readonly fetch: (url: string, init: RequestOptions) => Promise<Response>;
  /** Text of the API key that signs the request. */
  readonly signingKey: string;
  /** Reads codes out of messages; null: there is no model. */
  readonly model: ModelPort | null;
  readonly clock: Clock;
  readonly signal: AbortSignal;
}

/**
 * Asks a verification URL for a one-time code, by a POST that is signed as webhooks are. Null: there is none yet, or the
 * answer could not be read. Throws `block_failed` with `OTP_ERROR` when the answer is 410, and `egress_denied` for an
 * address that the policy refuses.
 */
export async function askVerificationUrl(
  url: string,
  question: CodeQuestion,
  { fetch, signingKey, model, clock, signal }: VerificationDeps,
): Promise<string | null> {
  const body = new TextEncoder().encode(canonicalJson({ ...question }));
  const answer = await withinTime({ clock, signal }, async (limited) => {
    const response = await fetch(url, {
      method: 'POST',
      redirect: 'manual',
      signal: limited,
      body,
      headers: {
        'content-type': 'application/json',
        'user-agent': `runwright/${version}`,
        'x-service-signature': signBody(body, signingKey),
        'x-service-timestamp': String(Math.floor(clock.now() / 1000)),
      },
    });
    if (response.status !== 200) {
      await response.body?.cancel();
      return { status: response.status, text: '' };
    }
    const tooLarge = () => new Error(`the answer is larger than ${maxAnswerBytes} bytes`);
    const parts = limitParts(response.body ?? [], maxAnswerBytes, tooLarge);
    return { status: 200, text: (await readParts(parts)).toString('utf8') };
  });
  if (answer === null) return null;
  if (answer.status === 410) {
    throw codeError(
      'OTP_ERROR',
      'The verification URL answered 410: no one-time code will come. Start the sign-in again to have another one sent.',
    );
  }
  const told = codeIn(answer.text);
  return told === null ? null : await readCode(told, 'totp', model, signal);
}

/** Null when the host cannot be reached, or does not answer in time: it may later. */
async function withinTime<T>(
  { clock, signal }: Pick<VerificationDeps, 'clock' | 'signal'>,
  act: (limited: AbortSignal) => Promise<T>,
): Promise<T | null> {
  const late = new AbortController();
  const done = new AbortController();
  clock.sleep(requestMs, { signal: done.signal }).then(
    () => late.abort(new Error(`no answer within ${requestMs / 1000} seconds`)),
    () => undefined,
  );
  const limited = AbortSignal.any([signal, late.signal]);
  try {
    return await withAbort(act(limited), limited, clock);
  } catch (error) {
    signal.throwIfAborted();
    if (RunwrightError.is(error) && (error.code === 'egress_denied' || error.code === 'secret_unavailable')) {
      throw error;
    }
    return null;
  } finally {
    done.abort();
  }
}

function codeIn(text: string): string | null {
  try {
    const code = asRecord(JSON.parse(text))?.verification_code;
    return typeof code === 'string' && code.trim() !== '' ? code : null;
  } catch {
    return null;
  }
}
