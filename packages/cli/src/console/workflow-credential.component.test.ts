import { beforeAll, describe, expect, it } from 'vitest';
import { consoleOfTests, takeShots, violations } from './console.test-helpers.ts';
import { yamlOf } from './editor.test-helpers.ts';

const workflow = `title: Signs in
workflow_definition:
  parameters: []
  blocks:
    - label: sign_in
      block_type: login
      url: https://shop.example
`;

describe('the editor of a workflow that signs in', () => {
  const service = consoleOfTests();
  let credentialId: string;
  beforeAll(async () => {
    const credential = await service.client.credentials.create({
      name: 'Shop of Ann',
      credential_type: 'password',
      credential: { username: 'ann', password: 'correct-horse' },
    } as never);
    credentialId = credential.credential_id;
  });

  it('lets one choose a stored credential by its name, and give it to the block', async () => {
    const created = await service.client.workflows.create({ yaml_definition: workflow });
    const page = await service.open(`/workflows/${created.workflow_permanent_id}?block=sign_in`);
    const choice = page.getByRole('group', { name: 'Credential', exact: true });
    await choice.getByText('Add one under Parameters').waitFor();
    await choice.getByText('has no credential and would fail').waitFor();
    await page.getByText('1 warning').first().waitFor();
    expect(await violations(page)).toEqual([]);
    await takeShots(page, 'editor-login');

    await page.getByRole('tab', { name: 'Parameters' }).click();
    await page.getByRole('button', { name: 'Add a parameter' }).click();
    await page.getByLabel('Kind', { exact: true }).selectOption({ label: 'Stored credential' });
    // Until the credentials are read, it is a text field.
    await page
      .getByRole('combobox', { name: 'Credential (required)', exact: true })
      .selectOption({ label: 'Shop of Ann' });
    await expect.poll(() => yamlOf(page)).toContain(`credential_id: ${credentialId}`);
    expect(await violations(page)).toEqual([]);
    await takeShots(page, 'editor-credential');

    await page.getByRole('tab', { name: 'Block', exact: true }).click();
    await choice.getByRole('checkbox', { name: 'parameter' }).check();
    await expect.poll(() => yamlOf(page)).toMatch(/parameter_keys:\n\s+- parameter/);
    await page.getByText('No problems').waitFor();
    expect(await violations(page)).toEqual([]);
    await takeShots(page, 'editor-login-credential');
    await page.context().close();
  });
});
