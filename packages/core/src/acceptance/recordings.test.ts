import { defineBlock, type Recording, type RecordOptions, Type } from '@runwright/contract';
import { fakeBrowser } from '@runwright/testing';
import { afterEach, describe, expect, it } from 'vitest';
import type { Engine } from '../api/engine.ts';
import { createTestEngine } from './test-engine.test-helpers.ts';

const open: Engine[] = [];
afterEach(async () => {
  await Promise.all(open.splice(0).map((engine) => engine.close()));
});

const visit = defineBlock({
  type: 'visit',
  config: Type.Object({ fails: Type.Boolean({ default: false }) }),
  output: Type.Object({}),
  async run({ fails }, { browser, registerSecret }) {
    await browser();
    await registerSecret('word', 'hunter2-hunter2');
    if (fails) throw new Error('no');
    return {};
  },
});

const recordings: readonly Recording[] = [
  { type: 'har', content: '{"word":"hunter2-hunter2"}', contentType: 'application/json' },
  { type: 'browser_console_log', content: 'a line\n', contentType: 'text/plain; charset=utf-8' },
  { type: 'trace', content: new Uint8Array([1]), contentType: 'application/zip' },
  { type: 'recording', content: new Uint8Array([2]), contentType: 'video/webm' },
  { type: 'recording', content: new Uint8Array([3, 3]), contentType: 'video/webm' },
];

/** The artifacts of one run whose browser records all of this. */
async function artifactsOf(node: object, settings: RecordOptions | null = null) {
  const browser = fakeBrowser({ pages: [], recordings });
  const engine = await createTestEngine({
    blocks: [visit],
    drivers: { browser },
    ...(settings ? { settings: { recordings: settings } } : {}),
  });
  open.push(engine);
  await engine.start();
  const { organizationId } = await engine.organizations.first();
  const { workflowPermanentId } = await engine.workflows.create(organizationId, {
    workflow_definition: { blocks: [{ block_type: 'visit', label: 'v', ...node }] },
  });
  const run = await engine.runs.start({ workflow_id: workflowPermanentId }, { organizationId });
  const artifacts = async () =>
    (await engine.runs.artifacts(organizationId, run.runId)).filter(
      ({ type }) => !type.startsWith('service_log'),
    );
  const text = async (type: string): Promise<string> => {
    const artifact = (await artifacts()).find((one) => one.type === type);
    return artifact ? Buffer.from(await engine.artifacts.content(artifact)).toString() : '';
  };
  return { artifacts, text };
}

describe('recordings', () => {
  it('are saved masked once the browser is closed, all but the trace', async () => {
    const { artifacts, text } = await artifactsOf({});
    await expect
      .poll(async () => (await artifacts()).map(({ type, contentType }) => [type, contentType]))
      .toEqual([
        ['har', 'application/json'],
        ['browser_console_log', 'text/plain; charset=utf-8'],
        ['recording', 'video/webm'],
        ['recording', 'video/webm'],
      ]);
    expect(await text('har')).toMatch(/^\{"word":"[^h]+"\}$/);
    expect((await artifacts()).every(({ blockRunId }) => blockRunId === null)).toBe(true);
  });

  it('are those that the host wants, also of a run that failed', async () => {
    const { artifacts } = await artifactsOf({ fails: true }, { video: false, har: false, trace: true });
    await expect
      .poll(async () => (await artifacts()).map(({ type }) => type))
      .toEqual(expect.arrayContaining(['browser_console_log', 'trace']));
    const types = (await artifacts()).map(({ type }) => type);
    expect(types).not.toContain('recording');
    expect(types).not.toContain('har');
  });
});
