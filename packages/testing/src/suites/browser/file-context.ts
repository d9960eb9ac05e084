import type { BrowserSession, OpenOptions } from '@runwright/contract';
import { afterAll, beforeAll } from 'vitest';
import { type FileSite, fileSite } from './file-site.ts';
import { type SessionClient, sessionClient } from './session-client.ts';

/** What the tests of files, dialogs, tabs and permissions ask for. */
export interface OpenSession {
  /** Opens a session of its own. */
  readonly openSession: (options?: Partial<OpenOptions>) => Promise<BrowserSession>;
}

/** A site and a session that visits it, from before the first test of a group until after its last. */
export interface FileContext {
  readonly site: FileSite;
  readonly session: BrowserSession;
  readonly client: SessionClient;
}

/**
 * A world for the tests of the group in which it is called.
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
