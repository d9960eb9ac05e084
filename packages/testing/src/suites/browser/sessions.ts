import type { BrowserSession, OpenOptions } from '@runwright/contract';
import { describe, expect, it } from 'vitest';
import { expectError } from '../expect-error.ts';
import { tagged } from '../tagged.ts';
import { type SessionClient, sessionClient } from './session-client.ts';

/** Site, client and session factory of the suite, available while a test runs. */
export interface SessionContext {
  readonly site: () => { readonly url: string };
  readonly client: () => SessionClient;
  /** Opens another session. */
  readonly openSession: (options?: Partial<OpenOptions>) => Promise<BrowserSession>;
}

/** Tests the life cycle of a session. */
export function testSessions({ site, client, openSession }: SessionContext): void {
  const signal = new AbortController().signal;

  describe('a session', () => {
    it('says which browser it is', () => {
      const { about } = client().session;
      expect(about.browser).not.toBe('');
      expect(about.version).toMatch(/^\d+\./);
    });

    it('knows nothing of another one', tagged('extended'), async () => {
      const other = await openSession();
      const page = sessionClient(other);
      await page.open(`${site().url}/form`);
      await client().open(`${site().url}/lists`);
      expect((await other.page.tabs()).map(({ url }) => url)).toEqual([`${site().url}/form`]);
      await other.close();
      expect(other.gone.aborted).toBe(true);
      expect(client().session.gone.aborted).toBe(false);
    });

    it('ends a read and an action with `canceled` when their signal does', async () => {
      const { page } = client().session;
      const canceled = AbortSignal.abort();
      await expectError(page.read({ mode: 'action', signal: canceled }), 'canceled');
      const action = { action_type: 'wait', for: 'ms', value: 10_000 } as const;
      await expectError(page.act(action, { epoch: 0, signal: canceled }), 'canceled');
      const later = new AbortController();
      const waiting = page.act(action, { epoch: 0, signal: later.signal });
      later.abort();
      await expectError(waiting, 'canceled');
    });

    it('is not opened for a caller who has given up', async () => {
      await expectError(openSession({ signal: AbortSignal.abort() }), 'canceled');
    });

    it('fails with `browser_failed` once it is closed, and may be closed again', async () => {
      const other = await openSession();
      const waiting = other.page.act({ action_type: 'wait', for: 'ms', value: 10_000 }, { epoch: 0, signal });
      waiting.catch(() => undefined);
      await other.close();
      await other.close();
      await expectError(waiting, 'browser_failed');
      await expectError(other.page.read({ mode: 'action', signal }), 'browser_failed');
    });

    it(
      'sends its headers with every request of its pages, and has the viewport that is asked for',
      tagged('extended'),
      async () => {
        const extraHttpHeaders = { 'X-Trace': 'abc 1' };
        const other = await openSession({ extraHttpHeaders, viewport: { width: 640, height: 480 } });
        expect((await sessionClient(other).open(`${site().url}/headers`)).text).toContain('x-trace: abc 1');
        expect(await other.page.screenshot({ signal })).toMatchObject({ width: 640, height: 480 });
        await other.close();
      },
    );

    it('is not opened with headers that cannot be sent', async () => {
      for (const extraHttpHeaders of [{ 'X Y': '1' }, { 'X-Y': 'a\r\nb: c' }, { Host: 'elsewhere.example' }])
        await expectError(openSession({ extraHttpHeaders }), 'invalid_input');
    });
  });
}
