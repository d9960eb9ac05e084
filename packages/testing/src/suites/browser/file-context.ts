import type { BrowserSession, OpenOptions } from '@runwright/contract';
import { afterAll, beforeAll } from 'vitest';
import { type FileSite, fileSite } from './file-site.ts';
import { type SessionClient, sessionClient } from './session-client.ts';

/** Function that the tests of files, dialogs, tabs and permissions require. */
export interface OpenSession {
  /** Opens a separate session. */
  readonly openSession: (options?: Partial<OpenOptions>) => Promise<BrowserSession>;
}

/** Site and session of a group of tests, available while its tests run. */
export interface FileContext {
  readonly site: FileSite;
  readonly session: BrowserSession;
  readonly client: SessionClient;
}

/**
 * Creates site and session for the test group in which it is called.
 *
 * @param options what the session is opened with
 */
export function fileContext(
  { openSession }: OpenSession,
  options: (site: FileSite) => Partial<OpenOptions> = () => ({}),
): FileContext {
  let site: FileSite;
  let session: BrowserSession;
  let client: SessionClient;
  beforeAll(async () => {
    site = await fileSite();
    session = await openSession(options(site));
    client = sessionClient(session);
  });
  afterAll(async () => {
    await session.close();
    await site.close();
  });
  return {
    get site() {
      return site;
    },
    get session() {
      return session;
    },
    get client() {
      return client;
    },
  };
}
