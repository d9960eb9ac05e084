import type { AdminCalls } from './admin-calls.ts';
import { connectAdminSocket } from './admin-socket.ts';
import { compose } from './compose.ts';
import { readEnvironment } from './environment.ts';

/**
 * Manages the service of the data folder: the one that is running, else an engine that is opened for it. Gives `work` the
 * organization that is named, or the first one. Throws `not_found` for an unknown organization.
 */
export async function withAdminCalls(
  work: (calls: AdminCalls, organizationId: string) => Promise<void>,
  organization?: string,
): Promise<void> {
  const environment = readEnvironment();
  const organizationOf = async ({ organizations }: AdminCalls) =>
    (organization === undefined ? await organizations.first() : await organizations.get(organization))
      .organizationId;
  const running = await connectAdminSocket(environment.dataDir);
  if (running !== null) return work(running, await organizationOf(running));
  const { engine } = await compose(environment, { worker: false });
  try {
    await work(engine, await organizationOf(engine));
  } finally {
    await engine.close();
  }
}
