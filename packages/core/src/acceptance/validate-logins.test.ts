import { defineBlock, parameterFields, Type } from '@runwright/contract';
import { validateDraft } from '@runwright/definition';
import { expect, it } from 'vitest';
import { createRegistry } from '../registry/registry.ts';

const registry = createRegistry(
  ['login', 'navigation'].map((type) =>
    defineBlock({
      type,
      config: Type.Object({ ...parameterFields }),
      output: Type.Object({}),
      run: async () => ({}),
    }),
  ),
);
const parameters = [
  { key: 'city', parameter_type: 'workflow', workflow_parameter_type: 'string' },
  { key: 'account', parameter_type: 'workflow', workflow_parameter_type: 'credential_id' },
  { key: 'token', parameter_type: 'aws_secret', aws_key: 'k' },
  { key: 'part', parameter_type: 'context', source_parameter_key: 'account' },
];
const check = (members: object) =>
  validateDraft({ workflow_definition: { parameters, blocks: [{ label: 'A', ...members }] } }, registry);

it('a login block without a credential is a warning at its parameters', () => {
  for (const keys of [[], ['city']]) {
    const { problems, warnings } = check({ block_type: 'login', parameter_keys: keys });
    expect(problems).toEqual([]);
    expect(warnings).toEqual([
      {
        path: ['workflow_definition', 'blocks', 0, 'parameter_keys'],
        type: 'missing_credential',
        message:
          'The login block `A` has no credential and would fail before a browser opens; add the key of a parameter that holds one to `parameter_keys`.',
      },
    ]);
  }
  expect(check({ block_type: 'login' }).warnings).toMatchObject([{ type: 'missing_credential' }]);
});

it('a login block with what may be a credential is none, and other blocks need none', () => {
  for (const key of ['account', 'token', 'part', 'earlier_output'])
    expect(check({ block_type: 'login', parameter_keys: ['city', key] }).warnings).not.toContainEqual(
      expect.objectContaining({ type: 'missing_credential' }),
    );
  expect(check({ block_type: 'navigation' }).warnings).toEqual([]);
});
