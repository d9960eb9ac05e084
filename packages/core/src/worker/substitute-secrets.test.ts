import { describe, expect, it } from 'vitest';
import { createSubstitution } from './substitute-secrets.ts';

/** Begins with `secret`, as the substitutes of recordings do. */
const substitute = (value: string) => `secret<${value.length}>`;
const substitutionOf = (...secrets: readonly string[]) =>
  createSubstitution({ secrets, substitute, mask: (text) => text.replaceAll('0451', '*****') });

const workflow = {
  title: 'Shop',
  run_with: 'agent',
  workflow_definition: {
    parameters: [
      { parameter_type: 'credential', key: 'login', credential_id: 'cred_12345' },
      { parameter_type: 'workflow', workflow_parameter_type: 'string', key: 'secret', default_value: 'x' },
    ],
    blocks: [
      {
        block_type: 'login',
        label: 'password',
        next_block_label: 'secret',
        parameter_keys: ['login'],
        navigation_goal:
          '{{ login.password }} {{ login["password"] }} {% if secret %}{{ secret }}{% endif %}',
        data_schema: { type: 'object', properties: { password: { type: 'string' } }, required: ['password'] },
      },
      {
        block_type: 'for_loop',
        label: 'secret',
        loop_variable_reference: 'password_output',
        loop_blocks: [{ block_type: 'code', label: 'c', code: 'return login.password + secret;' }],
      },
      { block_type: 'goto_url', label: 'd', url: 'secret' },
    ],
  },
};

describe('the substitution of secrets in a recording', () => {
  it.each(['secret', 'password', 'login'])('keeps keys, types, labels and references with: %s', (secret) => {
    expect(substitutionOf(secret).workflow(workflow)).toEqual(workflow);
    const parameters = { login: 'cred_12345', secret: { password: 1 } };
    expect(substitutionOf(secret, '12345').data(parameters)).toEqual(parameters);
  });

  it.each(['secret', 'password', 'login', 'correct-horse'])('replaces it in texts: %s', (secret) => {
    const { workflow: change, data } = substitutionOf(secret, 'other-secret', '48151623');
    const text = (own: string) => `Type ${own}, {{ "${own}" }} {% for x in ["${own}"] %} {# ${own} #}`;
    const draftOf = (own: string) => ({
      description: text(own),
      workflow_definition: {
        parameters: [{ parameter_type: 'workflow', key: 'note', default_value: own }],
        blocks: [
          {
            ...{ block_type: 'code', label: 'a', code: `// ${own}\nf("${own}", '${own}', \`${own}\`)` },
            ...{ body: { label: own, deep: [own] }, data_schema: { description: own } },
          },
        ],
      },
    });
    expect(change(draftOf(secret))).toEqual(draftOf(substitute(secret)));
    expect(data(`{{ ${secret} }}`)).toBe(`{{ ${substitute(secret)} }}`);
    expect(data({ a: [secret, `${secret}/other-secret`], b: 48_151_623 })).toEqual({
      a: [substitute(secret), `${substitute(secret)}/secret<12>`],
      b: 'secret<8>',
    });
  });

  it('replaces longer secrets first, encoded ones too, and masks what else is secret', () => {
    const { text } = substitutionOf('secret', 'my-secret word');
    expect(text('my-secret word, secret, my-secret%20word, 0451')).toBe(
      'secret<14>, secret<6>, secret<14>, *****',
    );
  });
});
