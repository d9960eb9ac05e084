import type { JsonObject, Store, Write } from '@runwright/contract';
import { expect, it } from 'vitest';
import { openEachTest } from '../open-each-test.ts';
import {
  acme,
  attemptRow,
  deliveryRow,
  progressEvent,
  runDraft,
  sentRequest,
  workflowVersion,
} from './rows.ts';

const awkward: readonly (readonly [name: string, text: string])[] = [
  ['U+0000', 'a\0b'],
  ['nothing but U+0000', '\0'],
  ['a lone surrogate', 'a\ud800b'],
  ['a control character first', '\u0001"a"'],
  ['a letter of four bytes', 'a🙂'],
];

/** Texts that pages and programs bring about and that not every database can hold. */
export function testAwkwardTexts(open: () => Promise<Store>): void {
  const store = openEachTest(open);

  it.each(awkward)('a run keeps a text with %s wherever it stands', async (_name, text) => {
    const data: JsonObject = { [text]: [text, { deep: text }] };
    const created = await store().runs.create(
      runDraft('wr_1', { title: text, request: data, parameters: data }),
      [],
    );
    const attempt = attemptRow('wr_1', { status: 'failed', output: data, failureReason: text, label: text });
    const event = progressEvent('wr_1', text);
    const patch = { status: 'terminated', output: data, failureReason: text, summary: text } as const;
    const writes: readonly Write[] = [
      { type: 'run', patch, revision: 1 },
      { type: 'attempt', attempt },
      { type: 'timeline', event },
    ];
    const ended = await store().runs.commit('wr_1', writes, null, { now: 2000 });
    expect(ended).toEqual({ ...created, ...patch, modifiedAt: 2000, revision: 2 });
    expect(await store().runs.get(acme, 'wr_1')).toEqual(ended);
    expect((await store().runs.list({ organizationId: acme, page: 1, pageSize: 10 })).items).toEqual([ended]);
    expect(await store().attempts.read('wr_1')).toEqual([attempt]);
    expect(await store().timeline.read('wr_1', { limit: 10 })).toMatchObject([{ message: text }]);
  });

  it.each(awkward)('a workflow, an import and a delivery keep a text with %s', async (_name, text) => {
    const workflow = workflowVersion(1, { title: text });
    await store().workflows.add(workflow);
    expect(await store().workflows.get(acme, workflow.workflowPermanentId)).toEqual(workflow);
    const importing = workflowVersion(1, { workflowPermanentId: 'wpid_2', status: 'importing' });
    await store().workflows.addImport(importing, text);
    expect(await store().workflows.openImports({ limit: 1 })).toMatchObject([{ source: text }]);

    await store().runs.create(runDraft('wr_1'), []);
    const delivery = deliveryRow('whd_1', { responseExcerpt: text, error: text });
    const request = sentRequest({ body: text });
    await store().deliveries.put(delivery, request);
    expect(await store().deliveries.find(acme, 'wr_1', 'whd_1')).toEqual({ ...delivery, request });
  });

  it.each(awkward)('what has %s in it is looked for without an error', async (_name, text) => {
    await store().runs.create(runDraft('wr_1', { title: `x${text}y` }), []);
    const found = async (searchKey: string) =>
      (await store().runs.list({ organizationId: acme, searchKey, page: 1, pageSize: 10 })).items.length;
    expect(await found(`x${text}y`)).toBe(1);
    expect(await found(`y${text}x`)).toBe(0);
    expect(await store().runs.get(acme, text)).toBeNull();
    expect(await store().workflows.get(acme, text)).toBeNull();
  });
}
