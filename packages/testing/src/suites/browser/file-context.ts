import type { BrowserSession, OpenOptions } from '@runwright/contract';
import { afterAll, beforeAll } from 'vitest';
import { type FileSite, fileSite } from './file-site.ts';
import { type Visitor, visitor } from './session-client.ts';

/** What the tests of files, dialogs, tabs and permissions ask for. */
export interface OpenWorld {
  /** Opens a session of its own. */
  readonly another: (options?: Partial<OpenOptions>) => Promise<BrowserSession>;
}

/** A site and a session that visits it, from before the first test of a group until after its last. */
export interface FileWorld {
  readonly site: FileSite;
  readonly session: BrowserSession;
  readonly guest: Visitor;
}

/**
 * A world for the tests of the group in which it is called.
 *
 * @param options what the session is opened with
 */
export function fileWorld(
  { another }: OpenWorld,
  options: (site: FileSite) => Partial<OpenOptions> = () => ({}),
): FileWorld {
  let site: FileSite;
  let session: BrowserSession;
  let guest: Visitor;
  beforeAll(async () => {
    site = await fileSite();
    session = await another(options(site));
    guest = visitor(session);
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
    get guest() {
      return guest;
    },
  };
}
