import { compose } from '../compose.ts';
import { readEnvironment } from '../environment.ts';

/** `runwright keys <name>`: makes a key of the first organization and prints it this once. */
export async function createKey(name: string): Promise<void> {
  const { engine } = await compose(readEnvironment(), { worker: false });
  try {
    const { organizationId } = await engine.organizations.first();
    const { text } = await engine.keys.create(organizationId, { name });
    console.log(text);
  } finally {
    await engine.close();
  }
}
