import { beforeAll, describe, expect, it } from 'vitest';
import { consoleOfTests, takeShots, violations, watchErrors } from './console.test-helpers.ts';

const parameter = (key: string, type: string, members: object = {}) => ({
  key,
  parameter_type: 'workflow',
  workflow_parameter_type: type,
  ...members,
});

describe('the form that starts a run', () => {
  const service = consoleOfTests();
  let credentialId: string;
  beforeAll(async () => {
    await service.client.workflows.create({
      json_definition: {
        title: 'Every type',
        workflow_definition: {
          parameters: [
            parameter('name', 'string', { description: 'Of the customer.' }),
            parameter('count', 'integer', { default_value: 3 }),
            parameter('price', 'float', { default_value: 1.5 }),
            parameter('urgent', 'boolean', { default_value: false }),
            parameter('rows', 'json', { default_value: { a: 1 } }),
            parameter('login', 'credential_id'),
            parameter('paper', 'file_url'),
          ],
          blocks: [
            { block_type: 'code', label: 'program', code: 'return 1' },
            { block_type: 'wait', label: 'wait', wait_sec: 1800 },
          ],
        },
      } as never,
    });
    const credential = await service.client.credentials.create({
      name: 'Shop of Ann',
      credential_type: 'password',
      credential: { username: 'ann', password: 'correct-horse-battery' },
    } as never);
    credentialId = credential.credential_id;
  });

  it('asks for each parameter in its type, and starts the run with these values', async () => {
    const page = await service.open('/runs');
    const errors = watchErrors(page);
    await page.getByRole('link', { name: 'Start a run' }).click();
    // The list of runs has a field of this name too.
    await page.getByRole('heading', { name: 'Start a run' }).waitFor();
    await page.getByLabel('Workflow', { exact: true }).selectOption({ label: 'Every type' });
    await page.getByLabel('count', { exact: true }).waitFor();
    expect(await page.getByLabel('count', { exact: true }).inputValue()).toBe('3');
    expect(await page.getByLabel('rows', { exact: true }).inputValue()).toBe('{\n  "a": 1\n}');
    expect(await violations(page)).toEqual([]);
    await takeShots(page, 'start-run');

    await page.getByLabel('count', { exact: true }).fill('many');
    await page.getByRole('button', { name: 'Start', exact: true }).click();
    await page.getByText('Enter a whole number').waitFor();
    await page.getByText('Enter a value for paper').waitFor();
    await expect
      .poll(() => page.evaluate("document.activeElement.getAttribute('aria-invalid')"))
      .toBe('true');
    await takeShots(page, 'start-run-problems');

    await page.getByLabel('name (required)', { exact: true }).fill('Ann');
    await page.getByLabel('count', { exact: true }).fill('12');
    await page.getByLabel('urgent', { exact: true }).selectOption('Yes');
    await page.getByText('More settings').click();
    await page.getByLabel('Record for a test').check();
    await page.getByLabel('login', { exact: true }).selectOption({ label: 'Shop of Ann' });
    await page
      .getByLabel('Upload a file for paper')
      .setInputFiles({ name: 'paper.txt', mimeType: 'text/plain', buffer: Buffer.from('hello') });
    await page.getByText('Uploaded: paper.txt').waitFor();
    expect(await page.content()).not.toContain('correct-horse-battery');
    await page.getByRole('button', { name: 'Start', exact: true }).click();
    await page.getByRole('tree', { name: 'Timeline' }).waitFor();
    const runId = new URL(page.url()).pathname.split('/').at(-1) ?? '';
    const { run_request: request } = await service.client.runs.get(runId);
    expect(request.record_for_replay).toBe(true);
    expect(request.parameters).toEqual({
      ...{ name: 'Ann', count: 12, price: 1.5, urgent: true, rows: { a: 1 }, login: credentialId },
      paper: expect.stringMatching(/^runwright:\/\/files\//),
    });

    await page.getByRole('button', { name: 'More' }).click();
    await page.getByRole('menuitem', { name: 'Run again…' }).click();
    await page.getByRole('heading', { name: 'Run again' }).waitFor();
    await page.getByLabel('count', { exact: true }).fill('13');
    await page.getByRole('button', { name: 'Start', exact: true }).click();
    await page.waitForURL((url) => /\/runs\/wr_/.test(url.pathname) && !url.pathname.endsWith(runId));
    const again = await service.client.runs.get(new URL(page.url()).pathname.split('/').at(-1) ?? '');
    expect(again.run_request.parameters).toEqual({ ...Object(request.parameters), count: 13 });
    expect(errors).toEqual([]);
    await page.context().close();
  });

  it('asks before it starts with an empty text for a parameter without a default', async () => {
    const { workflow_permanent_id: id } = await service.client.workflows.create({
      json_definition: {
        title: 'One text',
        workflow_definition: {
          parameters: [parameter('site', 'string'), parameter('path', 'string', { default_value: 'orders' })],
          blocks: [{ block_type: 'code', label: 'program', code: 'return 1' }],
        },
      } as never,
    });
    const page = await service.open(`/runs/new?workflow=${id}`);
    const errors = watchErrors(page);
    const start = page.getByRole('button', { name: 'Start', exact: true });
    const dialog = page.getByRole('dialog', { name: 'Leave site empty?' });
    const site = page.getByLabel('site (required)', { exact: true });
    await page.getByLabel('path', { exact: true }).waitFor();
    await start.click();
    await dialog.getByText('It has no default value').waitFor();
    expect(await violations(page)).toEqual([]);
    await takeShots(page, 'start-run-empty');
    await dialog.getByRole('button', { name: 'Go back' }).click();
    await page.getByText('Enter a value for site.').waitFor();
    expect(await site.getAttribute('aria-invalid')).toBe('true');
    expect(await service.client.workflows.runs(id)).toEqual([]);
    await start.click();
    await dialog.getByRole('button', { name: 'Start anyway' }).click();
    await page.getByRole('tree', { name: 'Timeline' }).waitFor();
    const [run] = await service.client.workflows.runs(id);
    const { run_request: request } = await service.client.runs.get(run?.run_id ?? '');
    expect(request.parameters).toEqual({ site: '', path: 'orders' });
    // The service takes an empty text, and refuses a missing value.
    await expect(service.client.runs.start({ workflow_id: id, parameters: {} })).rejects.toThrow(/site/);
    expect(errors).toEqual([]);
    await page.context().close();
  });

  it('starts a single task, and shows at the webhook why the service refuses its address', async () => {
    const page = await service.open('/runs/new');
    await page.getByRole('link', { name: 'start a single task' }).click();
    await page.getByLabel('Goal', { exact: true }).fill('List the products.');
    expect(await violations(page)).toEqual([]);
    await takeShots(page, 'start-task');
    await page.getByRole('link', { name: 'Choose a workflow' }).click();
    await page.getByLabel('Workflow', { exact: true }).selectOption({ label: 'One text' });
    await page.getByLabel('site (required)', { exact: true }).fill('shop.example');
    await page.getByText('More settings').click();
    await page.getByLabel('Webhook address', { exact: true }).fill('http://10.1.2.3/hook');
    await page.getByRole('button', { name: 'Start', exact: true }).click();
    const field = page.locator('.field').filter({ has: page.getByLabel('Webhook address', { exact: true }) });
    await field.getByText('Address is not allowed: 10.1.2.3').waitFor();
    await field.locator('code', { hasText: 'RUNWRIGHT_ALLOWED_HOSTS' }).waitFor();
    await page.getByText('The service did not accept the values.').waitFor();
    await takeShots(page, 'start-run-webhook');
    await page.context().close();
  });

  it('runs a task again with another goal, and shows the graph of the one block that it is', async () => {
    const { runId } = await service.client.runs.start({
      prompt: 'Sign in as demo',
      url: service.demo.site.url,
      max_steps: 1,
    });
    await service.client.runs.handle(runId).finished();
    const page = await service.open(`/runs/${runId}?tab=graph`);
    const errors = watchErrors(page);
    await page.getByRole('region', { name: 'Graph of the blocks' }).getByRole('button').first().waitFor();
    await page.getByRole('button', { name: 'Run again…' }).click();
    const goal = page.getByLabel('Goal');
    await goal.waitFor();
    expect(await goal.inputValue()).toBe('Sign in as demo');
    expect(await page.getByLabel('Address to start at').inputValue()).toBe(service.demo.site.url);
    await goal.fill('Sign in as Ann');
    await page.getByLabel('Other members of the request').fill('{');
    await page.getByRole('button', { name: 'Start', exact: true }).click();
    await page.getByText('This is not a JSON object').waitFor();
    await page.getByLabel('Other members of the request').fill('{ "max_steps": 1 }');
    expect(await violations(page)).toEqual([]);
    await takeShots(page, 'run-task-again');
    await page.getByRole('button', { name: 'Start', exact: true }).click();
    await page.waitForURL((url) => /\/runs\/\w+$/.test(url.pathname) && !/new|from/.test(url.href));
    const again = await service.client.runs.get(new URL(page.url()).pathname.split('/').at(-1) ?? '');
    expect(again.run_request).toMatchObject({ prompt: 'Sign in as Ann', max_steps: 1 });
    expect(again.run_id).not.toBe(runId);
    expect(errors).toEqual([]);
    await page.context().close();
  });
});
