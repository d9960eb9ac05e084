import { type BlockContext, defineBlock, Type } from '@runwright/contract';
import { type FakeDownload, type FakePage, fakeBrowser } from '@runwright/testing';
import { afterEach, expect, it } from 'vitest';
import type { Engine } from '../api/engine.ts';
import { createTestEngine } from './test-engine.test-helpers.ts';

const open: Engine[] = [];
afterEach(async () => {
  await Promise.all(open.splice(0).map((engine) => engine.close()));
});

const url = 'https://shop.test/';
const shop = (files: readonly FakeDownload[]): FakePage => ({
  url,
  elements: [
    { id: 'a1', kind: 'button', name: 'Report' },
    { id: 'a2', kind: 'file', name: 'Letter' },
  ],
  onAction: (action) => (action.action_type === 'click' ? { downloads: files } : undefined),
});

/** Executes blocks with these bodies, one after the other, and answers the files of the run by block. */
async function carryOut(
  files: readonly FakeDownload[],
  bodies: readonly ((context: BlockContext) => Promise<unknown>)[],
) {
  const browser = fakeBrowser({ pages: [shop(files)] });
  const block = defineBlock({
    type: 'act',
    config: Type.Object({ number: Type.Integer() }),
    output: Type.Unknown(),
    run: ({ number }, context) => bodies[number]?.(context) ?? Promise.resolve(null),
  });
  const egress = { check: async (address: string | URL) => ({ url: new URL(address), addresses: [] }) };
  const engine = await createTestEngine({ blocks: [block], drivers: { egress, browser } });
  open.push(engine);
  const { organizationId } = await engine.organizations.first();
  await engine.start();
  const { workflowPermanentId } = await engine.workflows.create(organizationId, {
    title: 'Files',
    workflow_definition: {
      parameters: [],
      blocks: bodies.map((_, number) => ({ block_type: 'act', label: `b${number}`, number })),
    },
  });
  const { runId } = await engine.runs.start({ workflow_id: workflowPermanentId }, { organizationId });
  const run = await engine.runs.finished(organizationId, runId);
  const kept = await engine.files.ofRun(organizationId, runId);
  const contents = await Promise.all(
    kept.map(async ({ file_id }) =>
      Buffer.from(await engine.files.content(await engine.files.get(organizationId, file_id))).toString(),
    ),
  );
  return { run, names: kept.map(({ filename }) => filename), contents, session: browser.sessions[0] };
}

const press = async ({ browser, signal }: BlockContext) => {
  const { page } = await browser();
  await page.act({ action_type: 'goto_url', url }, { epoch: 0, signal });
  return page.act({ action_type: 'click', id: 'a1' }, { epoch: 0, signal });
};
const report: FakeDownload = {
  filename: '../report.pdf',
  content: 'a report',
  contentType: 'application/pdf',
};

it('what a page brings while a block works becomes a file of the run, under a safe name', async () => {
  const { run, names, contents } = await carryOut([report], [press]);
  expect(run.status).toBe('completed');
  expect(names).toEqual(['report.pdf']);
  expect(contents).toEqual(['a report']);
});

it('each block reports what came during it, and the same bytes of one block are saved once', async () => {
  const own: string[][] = [];
  const twice = async (context: BlockContext) => {
    await press(context);
    await press(context);
    const { downloads } = await context.browser();
    own.push((downloads?.list() ?? []).map(({ id }) => id));
  };
  const { names } = await carryOut([report], [twice, twice]);
  expect(own).toEqual([
    ['d1', 'd2'],
    ['d3', 'd4'],
  ]);
  expect(names).toEqual(['report.pdf', 'report_1.pdf']);
});

it('a download that fails, or never comes, is no file and no reason to fail', async () => {
  const { run, names } = await carryOut(
    [
      { filename: 'broken.zip', content: '', outcome: 'failed' },
      { filename: 'late.zip', content: '', outcome: 'late' },
    ],
    [press],
  );
  expect(run.status).toBe('completed');
  expect(names).toEqual([]);
});

it('a block that reads a download decides itself what becomes of it', async () => {
  const read = async (context: BlockContext) => {
    await press(context);
    const { downloads } = await context.browser();
    const id = downloads?.list()[0]?.id ?? '';
    const parts: Uint8Array[] = [];
    for await (const part of downloads?.open(id) ?? []) parts.push(part);
    await context.files.save({ name: 'mine.pdf', content: Buffer.concat(parts) });
  };
  const { names, contents } = await carryOut([report], [read]);
  expect(names).toEqual(['mine.pdf']);
  expect(contents).toEqual(['a report']);
});

it('a block may save a download under its own name, and the engine does not save it again', async () => {
  const saved: string[] = [];
  const save = async (context: BlockContext) => {
    await press(context);
    await press(context);
    const { downloads } = await context.browser();
    for (const { id } of downloads?.list() ?? []) {
      if (downloads)
        saved.push((await context.files.saveDownload(downloads, id, { suffix: '_2026' })).filename);
    }
    if (downloads) {
      await expect(context.files.saveDownload(downloads, 'd99')).rejects.toMatchObject({ code: 'not_found' });
    }
  };
  const { run, names, contents } = await carryOut([report], [save]);
  expect(run.failureReason).toBeNull();
  // The same bytes of one block are one file.
  expect(saved).toEqual(['report_2026.pdf', 'report_2026.pdf']);
  expect(names).toEqual(['report_2026.pdf']);
  expect(contents).toEqual(['a report']);
});

it('an upload names a file of the run, and the browser gets its bytes', async () => {
  const give = async ({ browser, signal }: BlockContext) => {
    const { page } = await browser();
    const upload = { action_type: 'upload_file', id: 'a2' } as const;
    const given = await page.act({ ...upload, file: 'report.pdf' }, { epoch: 0, signal });
    const none = await page.act({ ...upload, file: '/etc/passwd' }, { epoch: 0, signal });
    return [given.status, none.code];
  };
  const { run, session } = await carryOut([report], [press, give]);
  expect(run.output).toMatchObject({ b1_output: ['ok', 'file_unavailable'] });
  expect(session?.values).toMatchObject({ a2: 'report.pdf (8 bytes)' });
});
