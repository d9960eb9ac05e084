import type { RunEvent } from './run-events.ts';

/**
 * Writes events as a `text/event-stream` (https://html.spec.whatwg.org/multipage/server-sent-events.html). A comment is sent
 * when nothing has happened for `commentMs`, so that proxies keep the connection open.
 *
 * @param options `sent`: called after each part that the client takes; `closing`: ends the stream, also in place of an error: the server closes, or the key of the client has ended
 */
export async function* eventStream(
  events: AsyncGenerator<RunEvent>,
  {
    commentMs,
    sent,
    closing,
  }: { readonly commentMs: number; readonly sent: () => void; readonly closing: AbortSignal },
): AsyncGenerator<string> {
  let next = events.next();
  try {
    for (;;) {
      const result = await withPatience(next, commentMs);
      sent();
      if (result === 'late') {
        yield ': waiting\n\n';
        continue;
      }
      if (result.done) return;
      const { id, event, data } = result.value;
      yield `id: ${id}\nevent: ${event}\ndata: ${JSON.stringify(data)}\n\n`;
      next = events.next();
    }
  } catch (error) {
    if (!closing.aborted) throw error;
  } finally {
    next.catch(() => undefined);
    await events.return(undefined);
  }
}

async function withPatience<T>(work: Promise<T>, ms: number): Promise<T | 'late'> {
  const late = Promise.withResolvers<'late'>();
  const timer = setTimeout(() => late.resolve('late'), ms);
  try {
    return await Promise.race([work, late.promise]);
  } finally {
    clearTimeout(timer);
  }
}
