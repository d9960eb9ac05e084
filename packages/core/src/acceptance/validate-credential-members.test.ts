import { defineBlock, Type } from '@runwright/contract';
import { validateDraft } from '@runwright/definition';
import { expect, it } from 'vitest';
import { createRegistry } from '../registry/registry.ts';

const signIn = defineBlock({
  type: 'acme_sign_in',
  config: Type.Object({ username: Type.String(), password: Type.String() }),
  output: Type.Object({}),
  run: async () => ({}),
});
const warningsFor = (
  password: string,
  parameter: object = { parameter_type: 'workflow', workflow_parameter_type: 'credential_id' },
) =>
  validateDraft(
    {
      workflow_definition: {
        parameters: [{ key: 'login', ...parameter }],
        blocks: [{ block_type: 'acme_sign_in', label: 'A', username: '{{ login.username }}', password }],
      },
    },
    createRegistry([signIn]),
  ).warnings;

const members =
  '`username`, `password`, `totp`, `totp_type`, `totp_identifier`, `card_number`, `card_cvv`, `card_exp_month`, `card_exp_year`, `card_brand`, `card_holder_name`, `secret_value`, `secret_label`';

it('warns of a misspelt member of a credential and names the nearest known one', () => {
  expect(warningsFor('{{ login.pasword }} {{ login.pasword }}')).toEqual([
    {
      path: ['workflow_definition', 'blocks', 0, 'password'],
      type: 'unknown_credential_member',
      message: `No credential has the member \`pasword\`, so it prints nothing (with \`strict_templates: true\` the block fails). Did you mean \`login.password\`? The members are ${members}.`,
    },
  ]);
});

it('lists the members of credentials when none is near, for a fixed credential too', () => {
  const fixed = { parameter_type: 'credential', credential_id: 'cred_1' };
  expect(warningsFor("{{ login['pin'] }}", fixed).map(({ message }) => message)).toEqual([
    `No credential has the member \`pin\`, so it prints nothing (with \`strict_templates: true\` the block fails). Use one of ${members}.`,
  ]);
});

it('does not warn of known members, guarded ones and members of other parameters', () => {
  for (const known of [
    '{{ login.password }}',
    '{{ login.totp }}',
    '{{ login.card_number }}',
    '{{ login.pin | default("") }}',
    '{{ login.get("pin") }}',
    '{{ login }}',
  ]) {
    expect(warningsFor(known), known).toEqual([]);
  }
  expect(
    warningsFor('{{ login.pin }}', { parameter_type: 'workflow', workflow_parameter_type: 'json' }),
  ).toEqual([]);
});
