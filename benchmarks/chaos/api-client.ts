import { setTimeout as delay } from 'node:timers/promises';

/** The text members of an answer. */
export type Answer = Readonly<Record<string, string>>;

/** Calls the API again until it answers. */
export interface ApiClient {
  /** Sends a POST with a key that makes it happen once. Null when it was not accepted within two minutes. */
  post(path: string, body: object, key: string): Promise<Answer | null>;
  get(path: string): Promise<Answer | null>;
}

const mostMs = 120_000;
const againMs = 250;

/** Makes a client. `base` is asked before each request; `onRefused` gets what will be refused again. */
export function apiClient(
  base: () => string,
  apiKey: string,
  onRefused: (text: string) => void = () => undefined,
): ApiClient {
  async function call(path: string, init: RequestInit): Promise<Answer | null> {
    const until = performance.now() + mostMs;
    while (performance.now() < until) {
      const answer = await fetch(base() + path, init)
        .then(async (response) => ({ status: response.status, text: await response.text() }))
        .catch(() => null);
      if (answer && answer.status < 300) return JSON.parse(answer.text);
      // 409: an earlier request with the key is still under way.
      if (answer && answer.status < 500 && answer.status !== 409 && answer.status !== 429) {
        onRefused(`${path}: ${answer.status} ${answer.text.slice(0, 300)}`);
        return null;
      }
      await delay(againMs);
    }
    return null;
  }
  const headers = { 'x-api-key': apiKey, 'content-type': 'application/json' };
  return {
    post: (path, body, key) =>
      call(path, {
        method: 'POST',
        headers: { ...headers, 'idempotency-key': key },
        body: JSON.stringify(body),
      }),
    get: (path) => call(path, { headers }),
  };
}
