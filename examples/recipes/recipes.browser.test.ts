import { readFile } from 'node:fs/promises';
import { demoCredentials, demoOrders, demoProducts, demoScript, scriptedEndpoint } from '@runwright/testing';
import { describe, expect, it } from 'vitest';
import { printProgram } from '../print-program.test-helpers.ts';
import { portalUser, totpAt, totpSecret } from './portal.test-helpers.ts';
import { openSites, recipeScene } from './recipe-scene.test-helpers.ts';

const path = (name: string): string => new URL(name, import.meta.url).pathname;
const scene = recipeScene();

it('api-first.yaml reads the page only when the API fails', async () => {
  const { portal } = await openSites();
  const parameters = { shop: portal.url, sku: 'lamp' };
  const first = await scene.finish('api-first.yaml', parameters);
  expect([first.status, first.output?.price_output]).toEqual(['completed', { price: '€30.00', from: 'api' }]);
  expect(portal.requests).toEqual(['GET /api/prices/lamp']);
  portal.status = 503;
  const second = await scene.finish('api-first.yaml', parameters);
  expect([second.status, second.output?.price_output]).toEqual([
    'completed',
    { price: '€30.00', from: 'page' },
  ]);
});

describe('workflows in a browser', { tags: ['extended'] }, () => {
  it('invoices-with-totp.yaml signs in with a code of its own and downloads the newest invoice', async () => {
    const { portal } = await openSites();
    portal.codes = (code) => [-30_000, 0, 30_000].some((ms) => totpAt(Date.now() + ms) === code);
    const { status, output } = await scene.finish('invoices-with-totp.yaml', {
      portal: portal.url,
      account: await scene.account({ ...portalUser, totp: totpSecret }, portal.url),
    });
    expect(status).toBe('completed');
    const [file] = output?.download_output.downloaded_files ?? [];
    expect(JSON.stringify(file)).toMatch(/\d{4}-\d\d-\d\d\.csv/);
    expect(portal.requests).toContain('GET /invoices/2026-11.csv');
  });

  it('code-from-mail.yaml waits for a code that is pushed and signs in with it', async () => {
    const { url, apiKey } = scene.service();
    const { portal } = await openSites();
    portal.codes = (code) => code === '482913';
    const started = await scene.service().start('code-from-mail.yaml', {
      portal: portal.url,
      account: await scene.account(portalUser, portal.url),
      mailbox: 'ann@shop.example',
    });
    await expect.poll(() => portal.requests).toContain('GET /code');
    const pushed = await fetch(`${url}/v1/credentials/totp`, {
      method: 'POST',
      headers: { 'x-api-key': apiKey, 'content-type': 'application/json' },
      body: JSON.stringify({ totp_identifier: 'ann@shop.example', content: 'Your code is 482913' }),
    });
    expect(pushed.status).toBe(200);
    const { status, output } = await started.finished();
    expect(status).toBe('completed');
    expect(JSON.stringify(output)).not.toContain('482913');
  });

  it('list-pages.yaml returns the orders of all pages as one list', async () => {
    const { site } = await openSites();
    const { status, output } = await scene.finish('list-pages.yaml', {
      site: site.url,
      account: await scene.account(demoCredentials, site.url),
    });
    expect(status).toBe('completed');
    expect(output?.orders_output.map(({ number }: { number: string }) => number)).toEqual(
      demoOrders.map(({ number }) => number),
    );
  });

  it('form-per-row.yaml sends the form of each row and reports the one that was refused', async () => {
    const { site } = await openSites();
    const file = await scene.upload(
      'name,email,country,message\nAnn,ann@example.com,Germany,Where is my order?\nBob,bob@example.com,Germany,Hi\nEve,eve@example.com,France,Please call me back.\n',
      'contacts.csv',
    );
    const { status, output } = await scene.finish('form-per-row.yaml', { site: site.url, file });
    expect(status).toBe('completed');
    expect(output?.report_output.rows).toMatchObject([
      { name: 'Ann', status: 'completed' },
      { name: 'Bob', status: 'terminated' },
      { name: 'Eve', status: 'completed' },
    ]);
    expect(site.messages.map(({ name, country }) => [name, country])).toEqual([
      ['Ann', 'Germany'],
      ['Eve', 'France'],
    ]);
  });

  it('watch-page.yaml tells its service only about a change', async () => {
    const { portal } = await openSites();
    const parameters = { page: `${portal.url}/products/lamp`, state: `${portal.url}/state` };
    expect((await scene.finish('watch-page.yaml', parameters)).status).toBe('completed');
    expect(portal.posts).toEqual([]);
    portal.price = '€27.50';
    expect((await scene.finish('watch-page.yaml', parameters)).status).toBe('completed');
    expect(portal.posts.map(({ body }) => JSON.parse(body))).toEqual([
      { page: parameters.page, before: '€30.00', price: '€27.50' },
    ]);
    expect((await scene.finish('watch-page.yaml', parameters)).status).toBe('completed');
    expect(portal.posts).toHaveLength(1);
  });

  it('compare-prices.yaml returns the cheapest shop and leaves out one that does not answer', async () => {
    const { url } = (await openSites()).portal;
    const shops = [`${url}/dear/products/lamp`, `${url}/products/lamp`, 'http://127.0.0.1:1/lamp'];
    const { status, output } = await scene.finish('compare-prices.yaml', { shops });
    expect(status).toBe('completed');
    expect(output?.cheapest_output).toEqual({
      best: { shop: `${url}/products/lamp`, price: 30 },
      offers: [
        { shop: `${url}/products/lamp`, price: 30 },
        { shop: `${url}/dear/products/lamp`, price: 45.5 },
      ],
    });
  });

  it.each([
    ['approve', 'POST /order/confirmed'],
    ['reject', 'GET /order/dropped'],
  ] as const)('approve-first.yaml goes on after the answer `%s`', async (decision, request) => {
    const { mails, url, apiKey } = scene.service();
    const { portal } = await openSites();
    const approver = `${decision}@shop.example`;
    const mail = () => mails.find((text) => text.includes(approver));
    const started = await scene.service().start('approve-first.yaml', {
      ...{ portal: portal.url, item: 'desk lamp', approver },
    });
    await expect.poll(mail).toContain('Subject: Approve the order of desk lamp?');
    expect(portal.posts).toEqual([]);
    const answered = await fetch(`${url}/v1/runs/${started.runId}/resume`, {
      method: 'POST',
      headers: { 'x-api-key': apiKey, 'content-type': 'application/json' },
      body: JSON.stringify({ decision }),
    });
    expect(answered.status).toBe(200);
    const { status } = await started.finished();
    expect(status).toBe('completed');
    expect(portal.requests.at(-1)).toBe(request);
  });

  it('mail-invoice.yaml sends the text of the invoice with the file', async () => {
    const { mails } = scene.service();
    const { site } = await openSites();
    const mail = () => mails.find((text) => text.includes('books@shop.example'));
    const { status, output } = await scene.finish('mail-invoice.yaml', {
      ...{
        site: site.url,
        order: 'PO-1031',
        account: await scene.account(demoCredentials, site.url),
        recipient: 'books@shop.example',
      },
    });
    expect([status, output?.mail_output]).toEqual(['completed', { success: true }]);
    expect(mail()).toContain('filename=invoice-PO-1031.pdf');
  });

  it('upload-file.yaml gives the file to the page and returns the receipt', async () => {
    const { portal } = await openSites();
    const file = await scene.upload('signed', 'contract.txt');
    const { status, output } = await scene.finish('upload-file.yaml', { portal: portal.url, file });
    expect([status, output?.upload_output]).toEqual(['completed', { receipt: 'R77' }]);
    expect(portal.posts[0]?.body).toMatch(/filename="contract.txt"[\s\S]*signed/);
  });

  it('learned-form.yaml sends the form the second time without asking a model to act', async () => {
    const { model } = scene.service();
    const { site } = await openSites();
    // Other tests ask the same model meanwhile.
    const { port } = new URL(site.url);
    const calls = () => model.requests.filter(({ scene }) => scene.promptText.includes(port)).length;
    const parameters = { site: site.url, name: 'Ann', email: 'ann@example.com', message: 'Where is it?' };
    const yaml_definition = await readFile(path('learned-form.yaml'), 'utf8');
    const workflow = await scene.service().client.workflows.create({ yaml_definition });
    const send = async (own: object) => {
      const before = calls();
      const started = await scene.service().client.runs.start({
        workflow_id: workflow.workflow_permanent_id,
        parameters: { ...parameters, ...own },
      });
      const { status, failure_reason } = await started.finished();
      return { status, failure_reason, calls: calls() - before };
    };
    const first = await send({});
    const second = await send({ name: 'Bob', email: 'bob@example.com' });
    expect([first.status, second.status]).toEqual(['completed', 'completed']);
    expect(first.calls).toBeGreaterThan(0);
    expect(second.calls).toBe(0);
    expect(site.messages.map(({ name, email }) => [name, email])).toEqual([
      ['Ann', 'ann@example.com'],
      ['Bob', 'bob@example.com'],
    ]);
  });
});

describe('programs', { tags: ['extended'] }, () => {
  it('keep-login.ts reads a page behind the sign-in with the profile alone', async () => {
    const { site, portal } = await openSites();
    const variables = scene.variables(site.url, portal.url);
    const text = await printProgram('a process of its own', path('keep-login.ts'), variables);
    expect(text).toContain('sign in: completed\nwith the profile: completed');
    expect(text).toContain(`"url":"${site.url}/orders"`);
    expect(site.requests.filter((request) => request.method === 'POST')).toHaveLength(1);
  });

  it('verbs-with-zod.ts converts the prices of the catalog', async () => {
    const model = await scriptedEndpoint({
      model: 'gpt-4.1',
      script: demoScript,
    });
    const { site, portal } = await openSites();
    const text = await printProgram('a process of its own', path('verbs-with-zod.ts'), {
      ...scene.variables(site.url, portal.url),
      OPENAI_API_KEY: model.apiKey,
      OPENAI_BASE_URL: model.url,
    });
    await model.close();
    const cheap = demoProducts.filter(({ priceCents }) => priceCents < 500);
    expect(text).toBe(`${demoProducts.length} products, ${cheap.length} below 5.00\n`);
  });
});
