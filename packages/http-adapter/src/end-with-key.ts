import type { ServerResponse } from 'node:http';
import { finished } from 'node:stream';
import type { Engine } from '@runwright/core';
import type { Caller } from './authentication.ts';

/** Time in ms that a response has to end by itself, after which its connection is closed. */
const endMs = 200;

/**
 * Follows the key of a caller while a response goes on, and closes its connection when the key may not read any more. Returns a signal
 * that is aborted shortly before, for a response that can end in order.
 */
export function endWithKey(
  engine: Pick<Engine, 'keys'>,
  caller: Pick<Caller, 'organizationId' | 'apiKeyId'>,
  response: ServerResponse,
): AbortSignal {
  const { ended, stop } = engine.keys.watch(caller, ['read']);
  let timer: NodeJS.Timeout | undefined;
  const cut = (): void => {
    timer = setTimeout(() => response.destroy(), endMs);
  };
  ended.addEventListener('abort', cut, { once: true });
  finished(response, () => {
    ended.removeEventListener('abort', cut);
    clearTimeout(timer);
    stop();
  });
  return ended;
}
