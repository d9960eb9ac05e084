import type { CredentialInput } from '@runwright/contract';
import type { Engine } from '@runwright/core';
import { recordedSecret } from '@runwright/driver-playwright';
import type { RecordedCredential, RecordedRun } from './recorded-run.ts';

/**
 * Creates the credentials that a recorded run has used, with what stands for their secrets. Returns workflow and parameters that name
 * them.
 */
export async function withCredentials(
  engine: Pick<Engine, 'credentials' | 'organizations'>,
  { workflow, parameters, credentials = [] }: RecordedRun,
): Promise<Pick<RecordedRun, 'workflow' | 'parameters'>> {
  const { organizationId } = await engine.organizations.first();
  let text = JSON.stringify({ workflow, parameters });
  for (const credential of credentials) {
    const created = await engine.credentials.create(organizationId, inputOf(credential));
    text = text.replaceAll(credential.credential_id, created.credential_id);
  }
  return JSON.parse(text);
}

function inputOf(recorded: RecordedCredential): CredentialInput {
  const { credential_id: name, allowed_hosts: hosts } = recorded;
  const shared = { name, ...(hosts ? { allowed_hosts: [...hosts] } : {}) };
  switch (recorded.credential_type) {
    case 'password':
      return {
        ...{ ...shared, credential_type: 'password' },
        credential: { username: recordedSecret, password: recordedSecret },
      };
    case 'credit_card':
      return {
        ...{ ...shared, credential_type: 'credit_card' },
        credential: {
          ...{ card_number: recordedSecret, card_cvv: recordedSecret, card_holder_name: recordedSecret },
          ...{ card_exp_month: recordedSecret, card_exp_year: recordedSecret },
          card_brand: recorded.card_brand ?? recordedSecret,
        },
      };
    case 'secret':
      return { ...shared, credential_type: 'secret', credential: { secret_value: recordedSecret } };
  }
}
