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

/** Executes `runwright organizations delete <id>`: its keys are refused from now on, its runs canceled. */
export async function deleteOrganization(id: string): Promise<void> {
  await withAdminCalls(async ({ organizations }) => {
    const { name } = await organizations.get(id);
    await organizations.delete(id);
    console.log(`Deleted ${id} (${name}).`);
  });
}
