import { defineBlock, type FileDraft, RunwrightError, Type } from '@runwright/contract';
import { fakeBrowser } from '@runwright/testing';
import { afterEach, expect, it } from 'vitest';
import { createTestEngine } from '../acceptance/test-engine.test-helpers.ts';
import type { Engine } from '../api/engine.ts';
import { limitDownload } from './limit-download.ts';

const closing: Engine[] = [];
afterEach(async () => {
  for (const engine of closing.splice(0)) await engine.close();
});

const limits = { downloadBytes: 10, runFiles: 3, runFileBytes: 20 };
const files = (...sizes: readonly number[]) => sizes.map((size) => ({ size }));

async function sizeOf({ content }: FileDraft): Promise<number> {
  let size = 0;
  for await (const part of content as AsyncIterable<Uint8Array>) size += part.length;
  return size;
}
async function* inParts(size: number) {
  for (let at = 0; at < size; at += 1) yield new Uint8Array(1);
}

it('a download within all limits is read whole, whatever its content is', async () => {
  const contents = ['0123456789', new Uint8Array(10), inParts(10)];
  for (const content of contents) {
    expect(await sizeOf(limitDownload({ name: 'a', content }, files(1, 9), limits))).toBe(10);
  }
});

it.each([
  [11, [], 'larger than 10 bytes'],
  [10, [6, 5], 'at most 20 bytes together'],
])('a download of %i bytes beside files of %j is refused', async (size, sizes, reason) => {
  const limited = limitDownload({ name: 'big.csv', content: inParts(size) }, files(...sizes), limits);
  const error = await sizeOf(limited).catch((thrown: unknown) => thrown);
  expect(RunwrightError.is(error) && error.message).toContain(reason);
  expect(error).toMatchObject({
    code: 'block_failed',
    details: { failure_category: 'block', errors: [{ error_code: 'block_failed' }] },
  });
});

it('no download is taken beside as many files as a run may have', () => {
  expect(() => limitDownload({ name: 'a', content: '' }, files(0, 0, 0), limits)).toThrow('at most 3 files');
});

const page = {
  url: 'https://shop.test/',
  elements: [{ id: 'a1', kind: 'link', name: 'Download' }],
};

/** Downloads `count` files in one block, saving each, with limits of 3 files and 40 bytes. */
async function download(count: number, own: { readonly saves: boolean }) {
  const block = defineBlock({
    type: 'act',
    config: Type.Object({}),
    output: Type.Unknown(),
    async run(_config, context) {
      const { page: driver, downloads } = await context.browser();
      const { signal } = context;
      await driver.act({ action_type: 'goto_url', url: page.url }, { epoch: 0, signal });
      const { epoch } = await driver.read({ mode: 'action', signal });
      for (let index = 0; index < count; index += 1)
        await driver.act({ action_type: 'click', id: 'a1' }, { epoch, signal });
      if (own.saves && downloads)
        for (const { id } of downloads.list()) await context.files.saveDownload(downloads, id);
      return {};
    },
  });
  let number = 0;
  const onAction = () => {
    number += 1;
    return { downloads: [{ filename: `f${number}.txt`, content: `file ${number}` }] };
  };
  const browser = fakeBrowser({ pages: [{ ...page, onAction }] });
  const egress = { check: async (url: string | URL) => ({ url: new URL(url), addresses: [] }) };
  const engine = await createTestEngine({
    blocks: [block],
    drivers: { browser, egress },
    settings: { limits: { runFiles: 3, runFileBytes: 40 } },
  });
  closing.push(engine);
  await engine.start();
  const { organizationId } = await engine.organizations.first();
  const { workflowPermanentId } = await engine.workflows.create(organizationId, {
    title: 'Files',
    workflow_definition: { parameters: [], blocks: [{ block_type: 'act', label: 'a' }] },
  });
  const { runId } = await engine.runs.start({ workflow_id: workflowPermanentId }, { organizationId });
  const run = await engine.runs.finished(organizationId, runId);
  return { run, files: await engine.files.ofRun(organizationId, runId) };
}

it('a block that saves one more download than a run may have fails, and the others stay', async () => {
  const { run, files: kept } = await download(4, { saves: true });
  expect(run).toMatchObject({ status: 'failed', failureCategory: 'block' });
  expect(run.failureReason).toContain('at most 3 files');
  expect(run.errors).toMatchObject([{ error_code: 'block_failed', block_label: 'a' }]);
  expect(kept.map(({ filename }) => filename)).toEqual(['f1.txt', 'f2.txt', 'f3.txt']);
});

it('a download beyond the limit that nobody asked for does not fail the block', async () => {
  const { run, files: kept } = await download(4, { saves: false });
  expect(run.status).toBe('completed');
  expect(kept).toHaveLength(3);
});
