import { RunwrightError } from '@runwright/contract';
import { withAdminCalls } from '../with-admin-calls.ts';

/** Executes `runwright organizations create <name>`: prints the id of the new organization. */
export async function createOrganization(name: string): Promise<void> {
  await withAdminCalls(async ({ organizations }) => {
    console.log((await organizations.create({ name })).organizationId);
  });
}

/** Executes `runwright organizations list`: prints the organizations, one per line, newest first: id, creation, name. */
export async function listOrganizations(): Promise<void> {
  await withAdminCalls(async ({ organizations }) => {
    for (let page = 1, next: string | null = '1'; next !== null; page += 1) {
      const found = await organizations.list({ page, pageSize: 1000 });
      for (const { organizationId, createdAt, name } of found.items)
        console.log(`${organizationId}  ${new Date(createdAt).toISOString()}  ${name}`);
      next = found.next;
    }
  });
}

/** Executes `runwright organizations rename <id> <name>`. */
export async function renameOrganization(id: string, name: string): Promise<void> {
  await withAdminCalls(async ({ organizations }) => {
    await organizations.rename(id, name);
    console.log(`Renamed ${id} to ${name}.`);
  });
}

/** Executes `runwright organizations retention <id> [days]`: sets for how many days its runs are kept, and prints it. */
export async function retainRuns(id: string, days?: string): Promise<void> {
  const given = days === undefined ? null : { days: readDays(days) };
  await withAdminCalls(async ({ organizations }) => {
    const { retentionDays } = given
      ? await organizations.retain(id, given.days)
      : await organizations.get(id);
    console.log(
      retentionDays === null
        ? `The runs of ${id} are kept as long as the service says (RUNWRIGHT_RETENTION_DAYS; without it, for ever).`
        : `The runs of ${id} are deleted ${retentionDays} days after their end.`,
    );
  });
}

/** Executes `runwright organizations delete <id>`: its keys are refused from now on, its runs canceled. */
export async function deleteOrganization(id: string): Promise<void> {
  await withAdminCalls(async ({ organizations }) => {
    const { name } = await organizations.get(id);
    await organizations.delete(id);
    console.log(`Deleted ${id} (${name}).`);
  });
}

function readDays(text: string): number | null {
  if (text === 'default') return null;
  const days = Number(text);
  if (/^\d+$/.test(text) && days >= 1 && days <= 36_500) return days;
  throw new RunwrightError(
    'invalid_input',
    `Cannot keep runs for \`${text}\` days: the number has to be a whole one from 1 to 36500. Give such a number, or \`default\` for what RUNWRIGHT_RETENTION_DAYS says.`,
  );
}
