import type { BlockContext } from '@runwright/contract';
import type { Fetch } from '../../network/pinned-fetch.ts';
import { requestTexts, revealedRequest } from '../../secrets/revealed-request.ts';
import type { RevealForm } from '../../secrets/run-secrets.ts';
import type { SecretUse } from '../../secrets/secret-use.ts';
import type { RunScope } from './run-scope.ts';

/** The requests of one attempt of a block. */
export interface AttemptRequests {
  /** Returns a function that sends requests with their secrets in place. */
  sendBy(send: Fetch): BlockContext['fetch'];
  /** Masks the secrets that can be guessed and were sent in requests of the attempt, in what servers have answered. */
  maskEchoes<T>(value: T): T;
}

/** Options of {@link createAttemptRequests}. */
export interface AttemptRequestsOptions {
  readonly scope: Pick<RunScope, 'runSecrets' | 'destinationOf'>;
  readonly use: Pick<SecretUse, 'ready' | 'reveal'>;
  /** Hosts that the code of the block calls. */
  readonly services: readonly string[];
  readonly signal: AbortSignal;
  /** Throws when the attempt is over. */
  readonly assertOpen: () => void;
  /** Writes down that the attempt is about to have an effect. */
  readonly commitEffect: () => Promise<void>;
}

const safeMethods: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS']);

/** Creates them; none is sent yet. */
export function createAttemptRequests(options: AttemptRequestsOptions): AttemptRequests {
  const { use, services, signal, assertOpen, commitEffect } = options;
  const { runSecrets, destinationOf } = options.scope;
  /** Placeholders in the requests so far. */
  const sent = new Set<string>();
  return {
    sendBy:
      (send) =>
      async (url, init = {}) => {
        assertOpen();
        const texts = requestTexts(url, init);
        await use.ready(texts);
        const maskSent = runSecrets.createEchoMask(texts);
        const isSecret = (text: string) => maskSent(runSecrets.mask(text)) !== text;
        const to = destinationOf(String(url), services);
        const reveal = (text: string, form?: RevealForm) => use.reveal(text, to, form);
        const request = revealedRequest(reveal, url, init, isSecret);
        for (const { placeholder } of runSecrets.findPlaceholders(texts)) sent.add(placeholder);
        // A request that is refused has no effect.
        if (!safeMethods.has((init.method ?? 'GET').toUpperCase())) await commitEffect();
        return send(request.url, { ...request.init, signal: init.signal ?? signal });
      },
    maskEchoes: (value) => (sent.size === 0 ? value : runSecrets.createEchoMask([...sent])(value)),
  };
}
