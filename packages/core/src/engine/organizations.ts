import { defaults, type Organization, RunwrightError } from '@runwright/contract';
import { invalidInput } from '@runwright/definition';
import type { OrganizationsApi } from '../api/organizations-api.ts';
import type { EngineDeps } from '../engine-deps.ts';
import { endOrganization, unknownOrganization } from '../runs/end-organization.ts';
import { endSession } from '../sessions/end-session.ts';
import type { Outbox } from '../worker/outbox.ts';

/** The organization calls of an engine. */
export function createOrganizations(
  deps: EngineDeps,
  outbox: Pick<Outbox, 'relayInBackground'>,
): OrganizationsApi {
  const { store, clock, makeId } = deps;
  let first: Promise<Organization> | null = null;

  const organizations: OrganizationsApi = {
    first() {
      first ??= firstOrganization().catch((error: unknown) => {
        first = null;
        throw error;
      });
      return first;
    },

    async create({ name, organizationId }) {
      await organizations.first();
      const given = readName(name);
      if (organizationId === undefined) return add(given);
      if (!/^[\w-]{1,64}$/.test(organizationId)) {
        throw invalidInput('The organization cannot have this id', [
          {
            path: ['organizationId'],
            message: 'Value error, 1 to 64 letters, digits, `_` and `-`',
            type: 'value_error',
          },
        ]);
      }
      const existing = await store.organizations.get(organizationId);
      if (existing !== null) throw idTaken(existing);
      return add(given, organizationId);
    },

    signingKey: (organizationId) => deps.keys.signing(organizationId, null),

    async list({ page = 1, pageSize = defaults.pageSize } = {}) {
      const rows = (await store.organizations.list()).filter((row) => row.deletedAt === null).reverse();
      const items = rows.slice((page - 1) * pageSize, page * pageSize);
      return { items, next: rows.length > page * pageSize ? String(page + 1) : null };
    },

    async get(organizationId) {
      const found = await store.organizations.get(organizationId);
      if (found === null || found.deletedAt !== null) throw unknownOrganization(organizationId);
      return found;
    },

    async rename(organizationId, name) {
      const found = await organizations.get(organizationId);
      const renamed = { ...found, name: readName(name), modifiedAt: clock.now() };
      await store.organizations.put(renamed);
      return renamed;
    },

    async retain(organizationId, days) {
      const found = await organizations.get(organizationId);
      const changed = { ...found, retentionDays: readDays(days), modifiedAt: clock.now() };
      await store.organizations.put(changed);
      return changed;
    },

    async delete(organizationId) {
      const found = await organizations.get(organizationId);
      if (organizationId === (await organizations.first()).organizationId) {
        throw new RunwrightError(
          'conflict',
          `Organization ${organizationId} is the host's own and cannot be deleted; delete the others only.`,
        );
      }
      const now = clock.now();
      // Before its runs are canceled, so that no key of it starts another one.
      await store.organizations.put({ ...found, modifiedAt: now, deletedAt: now });
      await deleteSchedules(deps, organizationId);
      await endOrganization(deps, organizationId);
      await closeSessions(deps, organizationId);
      outbox.relayInBackground();
    },
  };
  return organizations;

  async function firstOrganization(): Promise<Organization> {
    const [found] = await store.organizations.list();
    // Another process may start now, too.
    return found ?? store.organizations.addFirst(draft('default'));
  }

  async function add(name: string, organizationId?: string): Promise<Organization> {
    const { createdAt: earliest } = await organizations.first();
    const given = draft(name, organizationId);
    // The first one is known by its time, so none may be as old, also where a clock was put back.
    const organization = { ...given, createdAt: Math.max(given.createdAt, earliest + 1) };
    await store.organizations.put(organization);
    return organization;
  }

  function draft(name: string, organizationId = makeId('o')): Organization {
    const now = clock.now();
    return { organizationId, name, retentionDays: null, createdAt: now, modifiedAt: now, deletedAt: null };
  }
}

function idTaken({ organizationId, deletedAt }: Organization): RunwrightError {
  const text =
    deletedAt === null
      ? `There is an organization \`${organizationId}\` already: ids are unique. To use it, read it with \`organizations.get\`; for a new one, choose another id.`
      : `The organization \`${organizationId}\` was deleted, and its id is not used again. Choose another id.`;
  return new RunwrightError('conflict', text);
}

async function deleteSchedules({ store }: Pick<EngineDeps, 'store'>, organizationId: string): Promise<void> {
  for (;;) {
    const { items } = await store.schedules.list({ organizationId, page: 1, pageSize: 100 });
    for (const { scheduleId } of items) await store.schedules.delete(organizationId, scheduleId);
    if (items.length === 0) return;
  }
}

/** The worker that holds a browser closes it when it sees the end of the session. */
async function closeSessions(deps: EngineDeps, organizationId: string): Promise<void> {
  for (const { browserSessionId } of await deps.store.browserSessions.listOpen(organizationId))
    await endSession(deps, browserSessionId, { status: 'completed', reason: null });
}

function readDays(days: number | null): number | null {
  if (days === null || (Number.isInteger(days) && days >= 1 && days <= 36_500)) return days;
  const problem = { path: ['retentionDays'], message: 'Value error, 1 to 36,500 days', type: 'value_error' };
  throw invalidInput('The organization cannot have this retention', [problem]);
}

function readName(given: string): string {
  const name = given.trim();
  if (name !== '' && name.length <= 255) return name;
  const problem = { path: ['name'], message: 'Value error, 1 to 255 characters', type: 'value_error' };
  throw invalidInput('The organization cannot have this name', [problem]);
}
