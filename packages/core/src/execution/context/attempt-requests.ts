import { type BlockContext, type FileDraft, Secret } from '@runwright/contract';
import type { Fetch } from '../../network/pinned-fetch.ts';
import { refuseInFile } from '../../secrets/refuse-in-file.ts';
import { requestTexts, revealedRequest } from '../../secrets/revealed-request.ts';
import type { RevealForm } from '../../secrets/run-secrets.ts';
import type { SecretUse } from '../../secrets/secret-use.ts';
import type { RunScope } from './run-scope.ts';

/** The requests of one attempt of a block. */
export interface AttemptRequests {
  /** Returns a function that sends requests with their secrets in place. */
  sendBy(send: Fetch): BlockContext['fetch'];
  /** Puts secrets in place in a text that the block sends by itself. */
  readonly reveal: BlockContext['reveal'];
  /**
   * Masks the secrets that can be guessed in what has come back from where the attempt has sent them.
   *
   * @param from the address that it has come from; default: any of those
   */
  maskEchoes<T>(value: T, from?: string): T;
  /** Returns the draft of a file that is refused when a secret stands in it that the attempt has sent, see {@link refuseInFile}. */
  checkFile(draft: FileDraft): FileDraft;
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
  /** Placeholders that were sent, by the origin of the server. */
  const sent = new Map<string, Set<string>>();
  const noteSent = (texts: readonly string[], address: string): void => {
    const origin = parseOrigin(address);
    const placeholders = sent.get(origin) ?? new Set();
    for (const { placeholder } of runSecrets.findPlaceholders(texts)) placeholders.add(placeholder);
    sent.set(origin, placeholders);
  };
  const listSent = (): readonly string[] => [...sent.values()].flatMap((placeholders) => [...placeholders]);
  return {
    sendBy:
      (send) =>
      async (url, init = {}) => {
        assertOpen();
        const texts = requestTexts(url, init);
        await use.ready(texts);
        runSecrets.noteWritten(texts);
        const maskSent = runSecrets.createEchoMask(texts);
        const isSecret = (text: string) => maskSent(runSecrets.mask(text)) !== text;
        const to = destinationOf(String(url), services);
        const reveal = (text: string, form?: RevealForm) => use.reveal(text, to, form);
        const request = revealedRequest(reveal, url, init, isSecret);
        noteSent(texts, request.url);
        // A request that is refused has no effect.
        if (!safeMethods.has((init.method ?? 'GET').toUpperCase())) await commitEffect();
        return send(request.url, { ...request.init, signal: init.signal ?? signal });
      },
    async reveal(text, to) {
      assertOpen();
      await use.ready([text, to]);
      const value = use.reveal(text, destinationOf(to, services));
      noteSent([text, to], to);
      return new Secret(value);
    },
    maskEchoes(value, from) {
      const placeholders = from === undefined ? listSent() : [...(sent.get(parseOrigin(from)) ?? [])];
      return placeholders.length === 0 ? value : runSecrets.createEchoMask(placeholders)(value);
    },
    checkFile: (draft) => refuseInFile(draft, runSecrets.findPlaceholders(listSent())),
  };
}

function parseOrigin(address: string): string {
  return URL.parse(address)?.origin ?? address;
}
