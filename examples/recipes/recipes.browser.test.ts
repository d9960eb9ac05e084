import { execFile } from 'node:child_process';
import { createHmac } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { agentBlocks } from '@runwright/agent';
import { ioBlocks } from '@runwright/blocks-io';
import { createEngine } from '@runwright/core';
import {
  demoCredentials,
  demoOrders,
  demoProducts,
  demoScript,
  demoSite,
  scriptedEndpoint,
} from '@runwright/testing';
import { browserUnderTest } from '@runwright/testing/browser';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { portalUser, startPortal, totpAt, totpSecret } from './portal.test-helpers.ts';
import { webhookApp } from './receive-webhook.ts';
import { type RecipeService, startRecipeService } from './recipe-service.test-helpers.ts';

const run = promisify(execFile);
const path = (name: string): string => new URL(name, import.meta.url).pathname;

let service: RecipeService;
beforeAll(async () => {
  service = await startRecipeService();
});
afterAll(() => service?.[Symbol.asyncDispose]());

/** Sites of one test, closed at its end. */
async function openSites() {
  const [site, portal] = await Promise.all([demoSite(), startPortal()]);
  onTestFinished(async () => {
    await site.close();
    await portal[Symbol.asyncDispose]();
  });
  return { site, portal };
}

/** Runs the file of a recipe to its end. */
async function finish(file: string, parameters: Readonly<Record<string, unknown>>) {
  const started = await service.start(file, parameters);
  const finished = await started.finished();
  const output = finished.output as Record<string, any> | null;
  return { ...finished, output };
}

async function account(credential: Readonly<Record<string, string>>, url: string): Promise<string> {
  const created = await service.client.credentials.create({
    name: 'Account',
    credential_type: 'password',
    credential,
    allowed_hosts: [new URL(url).origin],
  } as never);
  return created.credential_id;
}
const demoAccount = (site: string) => account(demoCredentials, site);
const upload = async (text: string, name: string) =>
  (await service.client.files.upload(new Blob([text]), name)).s3_uri;

const environment = (site: string, portal: string) => ({
  ...process.env,
  RUNWRIGHT_URL: service.url,
  RUNWRIGHT_API_KEY: service.apiKey,
  SITE_URL: site,
  SITE_PASSWORD: demoCredentials.password,
  STOCK_URL: portal,
  STOCK_KEY: 'brass',
  OPENAI_API_KEY: service.model.apiKey,
  OPENAI_BASE_URL: service.model.url,
  ...(browserUnderTest().executablePath ? { RUNWRIGHT_CHROMIUM: browserUnderTest().executablePath } : {}),
});
const printed = async (name: string, own: Readonly<Record<string, string>> = {}) => {
  const { site, portal } = await openSites();
  const env = { ...environment(site.url, portal.url), ...own };
  const { stdout } = await run(process.execPath, [path(name)], { env });
  return { text: stdout, site };
};

it('every workflow of the recipes is valid without a warning', async () => {
  const engine = await createEngine({ blocks: [...agentBlocks(), ...ioBlocks] });
  const names = (await readdir(path('.'))).filter((name) => name.endsWith('.yaml'));
  const found = await Promise.all(
    names.map(async (name) => {
      const { problems, warnings } = engine.validate(await readFile(path(name), 'utf8'));
      return [name, problems, warnings];
    }),
  );
  await engine.close();
  expect(found).toEqual(names.map((name) => [name, [], []]));
  expect(names).toHaveLength(14);
});

describe('workflows in a browser', () => {
  it('invoices-with-totp.yaml signs in with a code of its own and downloads the newest invoice', async () => {
    const { portal } = await openSites();
    portal.codes = (code) => [-30_000, 0, 30_000].some((ms) => totpAt(Date.now() + ms) === code);
    const { status, output } = await finish('invoices-with-totp.yaml', {
      portal: portal.url,
      account: await account({ ...portalUser, totp: totpSecret }, portal.url),
    });
    expect(status).toBe('completed');
    const [file] = output?.download_output.downloaded_files ?? [];
    expect(JSON.stringify(file)).toMatch(/\d{4}-\d\d-\d\d\.csv/);
    expect(portal.requests).toContain('GET /invoices/2026-11.csv');
  });

  it('code-from-mail.yaml waits for a code that is pushed and signs in with it', async () => {
    const { url, apiKey } = service;
    const { portal } = await openSites();
    portal.codes = (code) => code === '482913';
    const started = await service.start('code-from-mail.yaml', {
      portal: portal.url,
      account: await account(portalUser, portal.url),
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
    const { status, output } = await finish('list-pages.yaml', {
      site: site.url,
      account: await demoAccount(site.url),
    });
    expect(status).toBe('completed');
    expect(output?.orders_output.map(({ number }: { number: string }) => number)).toEqual(
      demoOrders.map(({ number }) => number),
    );
  });

  it('form-per-row.yaml sends the form of each row and reports the one that was refused', async () => {
    const { site } = await openSites();
    const file = await upload(
      'name,email,country,message\nAnn,ann@example.com,Germany,Where is my order?\nBob,bob@example.com,Germany,Hi\nEve,eve@example.com,France,Please call me back.\n',
      'contacts.csv',
    );
    const { status, output } = await finish('form-per-row.yaml', { site: site.url, file });
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
    expect((await finish('watch-page.yaml', parameters)).status).toBe('completed');
    expect(portal.posts).toEqual([]);
    portal.price = '€27.50';
    expect((await finish('watch-page.yaml', parameters)).status).toBe('completed');
    expect(portal.posts.map(({ body }) => JSON.parse(body))).toEqual([
      { page: parameters.page, before: '€30.00', price: '€27.50' },
    ]);
    expect((await finish('watch-page.yaml', parameters)).status).toBe('completed');
    expect(portal.posts).toHaveLength(1);
  });

  it('compare-prices.yaml returns the cheapest shop and leaves out one that does not answer', async () => {
    const { url } = (await openSites()).portal;
    const shops = [`${url}/dear/products/lamp`, `${url}/products/lamp`, 'http://127.0.0.1:1/lamp'];
    const { status, output } = await finish('compare-prices.yaml', { shops });
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
    const { mails, url, apiKey } = service;
    const { portal } = await openSites();
    const approver = `${decision}@shop.example`;
    const mail = () => mails.find((text) => text.includes(approver));
    const started = await service.start('approve-first.yaml', {
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
    const { mails } = service;
    const { site } = await openSites();
    const mail = () => mails.find((text) => text.includes('books@shop.example'));
    const { status, output } = await finish('mail-invoice.yaml', {
      ...{
        site: site.url,
        order: 'PO-1031',
        account: await demoAccount(site.url),
        recipient: 'books@shop.example',
      },
    });
    expect([status, output?.mail_output]).toEqual(['completed', { success: true }]);
    expect(mail()).toContain('filename=invoice-PO-1031.pdf');
  });

  it('upload-file.yaml gives the file to the page and returns the receipt', async () => {
    const { portal } = await openSites();
    const file = await upload('signed', 'contract.txt');
    const { status, output } = await finish('upload-file.yaml', { portal: portal.url, file });
    expect([status, output?.upload_output]).toEqual(['completed', { receipt: 'R77' }]);
    expect(portal.posts[0]?.body).toMatch(/filename="contract.txt"[\s\S]*signed/);
  });

  it('api-first.yaml reads the page only when the API fails', async () => {
    const { portal } = await openSites();
    const parameters = { shop: portal.url, sku: 'lamp' };
    const first = await finish('api-first.yaml', parameters);
    expect([first.status, first.output?.price_output]).toEqual([
      'completed',
      { price: '€30.00', from: 'api' },
    ]);
    expect(portal.requests).toEqual(['GET /api/prices/lamp']);
    portal.status = 503;
    const second = await finish('api-first.yaml', parameters);
    expect([second.status, second.output?.price_output]).toEqual([
      'completed',
      { price: '€30.00', from: 'page' },
    ]);
  });

  it('learned-form.yaml sends the form the second time without asking a model to act', async () => {
    const { model } = service;
    const { site } = await openSites();
    // Other tests ask the same model meanwhile.
    const { port } = new URL(site.url);
    const calls = () => model.requests.filter(({ scene }) => scene.promptText.includes(port)).length;
    const parameters = { site: site.url, name: 'Ann', email: 'ann@example.com', message: 'Where is it?' };
    const yaml_definition = await readFile(path('learned-form.yaml'), 'utf8');
    const workflow = await service.client.workflows.create({ yaml_definition });
    const send = async (own: object) => {
      const before = calls();
      const started = await service.client.runs.start({
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

describe('workflows without a browser', () => {
  it('always-clean-up.yaml repeats the work, reports the failure and gives the lock back', async () => {
    const { portal } = await openSites();
    portal.status = 503;
    const { status } = await finish('always-clean-up.yaml', { service: portal.url });
    expect(status).toBe('completed');
    expect(portal.requests).toEqual([
      'POST /lock',
      'GET /work',
      'GET /work',
      'GET /work',
      'POST /report',
      'POST /unlock',
    ]);
    expect(JSON.parse(portal.posts[1]?.body ?? '{}')).toMatchObject({ status: 503 });
  });

  it('one-account-at-a-time.yaml lets the second run of an account wait, and no other', async () => {
    const { portal } = await openSites();
    const yaml_definition = await readFile(path('one-account-at-a-time.yaml'), 'utf8');
    const { workflow_permanent_id } = await service.client.workflows.create({ yaml_definition });
    const start = (name: string) =>
      service.client.runs.start({
        workflow_id: workflow_permanent_id,
        parameters: { service: portal.url, account: name },
      });
    const first = await start('ann');
    await expect.poll(() => portal.waiting).toEqual(['ann']);
    const second = await start('ann');
    const other = await start('bob');
    await expect.poll(() => portal.waiting).toEqual(['ann', 'bob']);
    expect((await second.get()).status).toBe('queued');
    portal.release();
    await expect.poll(() => portal.waiting).toEqual(['bob', 'ann']);
    portal.release();
    portal.release();
    const ends = await Promise.all(
      [first, second, other].map(async (each) => (await each.finished()).status),
    );
    expect(ends).toEqual(['completed', 'completed', 'completed']);
  });

  it('send-to-s3.yaml stores the downloaded file in the bucket', async () => {
    const { s3, bucketFolder } = service;
    const { site } = await openSites();
    const { status, output } = await finish('send-to-s3.yaml', {
      source: `${site.url}/catalog`,
      endpoint: s3,
    });
    expect([status, output?.store_output]).toEqual([
      'completed',
      [expect.stringMatching(/^s3:\/\/reports\/wr_\d+\/catalog/)],
    ]);
    expect((await readdir(bucketFolder, { recursive: true })).join('\n')).toMatch(/reports\/wr_\d+\/catalog/);
  });
});

describe('programs', () => {
  it('nightly.ts stores a schedule in a time zone and pauses it', async () => {
    expect((await printed('nightly.ts')).text).toBe('30 2 * * * Europe/Berlin true false\n');
  });

  it('keep-login.ts reads a page behind the sign-in with the profile alone', async () => {
    const { text, site } = await printed('keep-login.ts');
    expect(text).toContain('sign in: completed\nwith the profile: completed');
    expect(text).toContain(`"url":"${site.url}/orders"`);
    expect(site.requests.filter((request) => request.method === 'POST')).toHaveLength(1);
  });

  it('stock-block.ts asks the service with its key', async () => {
    expect((await printed('stock-block.ts')).text.split('\n').slice(0, 2)).toEqual([
      expect.stringContaining('NW-101 completed {"left":340}'),
      expect.stringContaining('There is no article `none`.'),
    ]);
  });

  it('verbs-with-zod.ts converts the prices of the catalog', async () => {
    const model = await scriptedEndpoint({
      model: 'gpt-4.1',
      script: demoScript,
    });
    const { text } = await printed('verbs-with-zod.ts', {
      OPENAI_API_KEY: model.apiKey,
      OPENAI_BASE_URL: model.url,
    });
    await model.close();
    const cheap = demoProducts.filter(({ priceCents }) => priceCents < 500);
    expect(text).toBe(`${demoProducts.length} products, ${cheap.length} below 5.00\n`);
  });

  it('cap-costs.ts asks the cheaper model when the main one refuses, and sends nothing above the cap', async () => {
    const cheap = await scriptedEndpoint({
      model: 'gpt-4.1-mini',
      script: [{ purpose: 'text_prompt', answer: () => ({ llm_response: 'Paris' }) }],
    });
    // The main model answers 404.
    const { text } = await printed('cap-costs.ts', {
      CHEAP_BASE_URL: cheap.url,
      OPENAI_BASE_URL: `${cheap.url}/nothing`,
    });
    await cheap.close();
    expect(text.split('\n').slice(0, 2)).toEqual([
      '0.1 completed {"llm_response":"Paris"} ',
      expect.stringMatching(/^0\.000001 failed .*REACH_MAX_COST$/),
    ]);
    expect(cheap.requests).toHaveLength(1);
  });

  it('receive-webhook.ts takes a signed run once and refuses a wrong signature', async () => {
    const runs: unknown[] = [];
    const app = webhookApp('rw_key', ({ run_id }) => runs.push(run_id));
    const body = JSON.stringify({ run_id: 'wr_1', status: 'completed' });
    const post = async (key: string) => {
      const headers = {
        'content-type': 'application/json',
        'x-service-signature': createHmac('sha256', key).update(body).digest('hex'),
        'x-service-timestamp': String(Math.floor(Date.now() / 1000)),
      };
      return (await app.inject({ method: 'POST', url: '/webhooks/runs', headers, payload: body })).statusCode;
    };
    expect([await post('rw_key'), await post('rw_key'), await post('rw_other')]).toEqual([204, 204, 401]);
    expect(runs).toEqual(['wr_1']);
    await app.close();
  });

  it('next-route.ts starts one run for an order and tells how it goes', async () => {
    const yaml_definition = `
workflow_definition:
  parameters:
    - { key: order, parameter_type: workflow, workflow_parameter_type: string }
  blocks:
    - { label: number, block_type: code, parameter_keys: [order], code: "return order" }
`;
    const { workflow_permanent_id } = await service.client.workflows.create({ yaml_definition });
    Object.assign(process.env, {
      RUNWRIGHT_URL: service.url,
      RUNWRIGHT_API_KEY: service.apiKey,
      ORDER_WORKFLOW: workflow_permanent_id,
    });
    const { GET, POST } = await import('./next-route.ts');
    const post = async (order: unknown) => {
      const request = new Request('http://app.test/api/runs', {
        method: 'POST',
        body: JSON.stringify({ order }),
      });
      const response = await POST(request);
      return { status: response.status, body: (await response.json()) as { runId?: string } };
    };
    const first = await post('PO-1001');
    expect([first.status, (await post('PO-1001')).body.runId]).toEqual([202, first.body.runId]);
    expect((await post('x')).status).toBe(400);
    const get = async (id: string) => (await GET(new Request(`http://app.test/api/runs?run=${id}`))).json();
    await expect
      .poll(() => get(first.body.runId ?? ''))
      .toMatchObject({ status: 'completed', output: { number_output: 'PO-1001' } });
    expect(await get('wr_1')).toEqual({ error: 'no such run' });
  });
});
