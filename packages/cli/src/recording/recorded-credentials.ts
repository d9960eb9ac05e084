import type { Engine } from '@runwright/core';
import type { RecordedRun } from './recorded-run.ts';

/**
 * Creates the credentials that a recorded run has used, with what stands for their secrets. Returns workflow and parameters that name
 * them.
 */
export async function withCredentials(
  engine: Pick<Engine, 'credentials' | 'organizations'>,
  { workflow, parameters, credentials = {} }: RecordedRun,
): Promise<Pick<RecordedRun, 'workflow' | 'parameters'>> {
  const { organizationId } = await engine.organizations.first();
  let text = JSON.stringify({ workflow, parameters });
  for (const [recordedId, credential] of Object.entries(credentials)) {
    const created = await engine.credentials.create(organizationId, { ...credential, name: recordedId });
    text = text.replaceAll(recordedId, created.credential_id);
  }
  return JSON.parse(text);
}
