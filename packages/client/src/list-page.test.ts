import { expect, it } from 'vitest';
import { createClient } from './create-client.ts';

it('a page tells whether another one follows', async () => {
  const asked: string[] = [];
  const client = createClient({
    url: 'http://service',
    apiKey: 'key',
    fetch: async ({ url }) => {
      const { pathname, search, searchParams } = new URL(url);
      asked.push(pathname + search);
      const isLast = searchParams.get('page') === '2';
      const headers = isLast ? {} : { link: `<${pathname}?page=2>; rel="next"` };
      return Response.json([{ id: isLast ? 2 : 1 }], { headers });
    },
  });
  const first = await client.runs.listPage({ page_size: 1, status: ['failed'] });
  expect(first).toEqual({ items: [{ id: 1 }], page: 1, hasNext: true });
  const second = await client.runs.listPage({ page_size: 1, status: ['failed'], page: first.page + 1 });
  expect(second).toEqual({ items: [{ id: 2 }], page: 2, hasNext: false });
  expect(asked).toEqual(['/v1/runs?page_size=1&status=failed', '/v1/runs?page_size=1&status=failed&page=2']);
  expect(await client.runs.list()).toEqual([{ id: 1 }]);
});

it('every list has pages', async () => {
  const client = createClient({
    url: 'http://service',
    apiKey: 'key',
    fetch: async () => Response.json([], { headers: { link: '</a?page=2>; rel="next"' } }),
  });
  const pages = [
    ...[client.runs, client.workflows, client.folders, client.credentials, client.schedules].map((one) =>
      one.listPage(),
    ),
    ...[client.scripts, client.browserProfiles, client.organizations].map((one) => one.listPage()),
    ...[client.workflows.versionsPage('w'), client.workflows.runsPage('w')],
    ...[client.scripts.versionsPage('s'), client.schedules.ofWorkflowPage('w')],
    ...[client.credentials.pushedCodesPage(), client.billing.chargesPage()],
  ];
  for (const page of await Promise.all<{ hasNext: boolean }>(pages)) expect(page.hasNext).toBe(true);
});

it('steps and model calls of a run are read whole, page by page', async () => {
  const client = createClient({
    url: 'http://service',
    apiKey: 'key',
    fetch: async ({ url }) => {
      const { pathname, searchParams } = new URL(url);
      const page = Number(searchParams.get('page'));
      const headers = page < 3 ? { link: `<${pathname}?page=${page + 1}>; rel="next"` } : {};
      return Response.json([`${pathname} ${page}`], { headers });
    },
  });
  const pages = [1, 2, 3];
  expect(await client.runs.steps('wr_1')).toEqual(pages.map((page) => `/v1/runs/wr_1/steps ${page}`));
  expect(await client.runs.modelCalls('wr_1')).toEqual(
    pages.map((page) => `/v1/runs/wr_1/model_calls ${page}`),
  );
});
