import type { ScriptQuery, ScriptRevision, Store } from '@runwright/contract';
import { expect, it } from 'vitest';
import { expectError } from '../expect-error.ts';
import { openEachTest } from '../open-each-test.ts';
import { acme, rival, runDraft } from './rows.ts';

/** Scripts, and what they did in a run. */
export function testScripts(open: () => Promise<Store>): void {
  const store = openEachTest(open);

  const add = async (...revisions: readonly ScriptRevision[]) => {
    for (const revision of revisions) await store().scripts.add(revision);
  };

  it('the latest version of a script is got, or the one that is asked for, by its organization alone', async () => {
    const [first, tenth] = [revision(1), revision(10)];
    await add(tenth, first);
    expect(await store().scripts.get(acme, 's_1')).toEqual(tenth);
    expect(await store().scripts.get(acme, 's_1', 1)).toEqual(first);
    expect(await store().scripts.get(acme, 's_1', 2)).toBeNull();
    expect(await store().scripts.get(acme, 's_2')).toBeNull();
    expect(await store().scripts.get(rival, 's_1')).toBeNull();
  });

  it('a version of a script is added once', async () => {
    await add(revision(1));
    await expectError(store().scripts.add(revision(1, { scriptRevisionId: 'sr_other' })), 'conflict');
    await expectError(store().scripts.add(revision(2, { scriptRevisionId: 'sr_s_1_1' })), 'conflict');
    expect(await store().scripts.get(acme, 's_1')).toEqual(revision(1));
  });

  it('scripts are listed by their latest version, newest first, in pages, by workflow', async () => {
    await add(
      revision(1, { createdAt: 1 }),
      revision(2, { createdAt: 5 }),
      revision(1, { scriptId: 's_2', createdAt: 3 }),
      revision(1, { scriptId: 's_3', createdAt: 3, workflowPermanentId: null }),
      revision(1, { scriptId: 's_4', organizationId: rival }),
    );
    const list = async (query: Partial<ScriptQuery> = {}) => {
      const { items, next } = await store().scripts.list({
        organizationId: acme,
        page: 1,
        pageSize: 10,
        ...query,
      });
      return [...items.map(({ scriptId, version }) => `${scriptId} ${version}`), next];
    };
    expect(await list()).toEqual(['s_1 2', 's_3 1', 's_2 1', null]);
    expect(await list({ pageSize: 2 })).toEqual(['s_1 2', 's_3 1', '2']);
    expect(await list({ workflowPermanentId: 'wpid_1' })).toEqual(['s_1 2', 's_2 1', null]);
    expect(await list({ organizationId: rival })).toEqual(['s_4 1', null]);
    const { items } = await store().scripts.list({ organizationId: rival, page: 1, pageSize: 1 });
    expect(items[0]).not.toHaveProperty('files');
  });

  it('the newest revision for a workflow and a key is found', async () => {
    await add(
      revision(1, { createdAt: 1 }),
      revision(2, { createdAt: 2 }),
      revision(1, { scriptId: 's_2', createdAt: 2 }),
      revision(1, { scriptId: 's_3', createdAt: 9, cacheKey: 'us' }),
      revision(1, { scriptId: 's_4', createdAt: 9, workflowPermanentId: null }),
      revision(1, { scriptId: 's_5', createdAt: 9, organizationId: rival }),
    );
    const found = async (key: string, workflow = 'wpid_1') => {
      const row = await store().scripts.find(acme, workflow, key);
      return row && `${row.scriptId} ${row.version}`;
    };
    expect(await found('eu')).toBe('s_1 2');
    expect(await found('us')).toBe('s_3 1');
    expect(await found('EU')).toBeNull();
    expect(await found('eu', 'wpid_2')).toBeNull();
  });

  it.each(['a\0b', 'a\ud800b', '\u0001"a"'])(
    'a revision is found by a key with awkward characters: %j',
    async (cacheKey) => {
      await add(revision(1, { cacheKey }));
      expect(await store().scripts.find(acme, 'wpid_1', cacheKey)).toMatchObject({ cacheKey });
    },
  );

  it('a deleted revision is not found, and its number stays taken', async () => {
    await add(revision(1), revision(2, { deletedAt: 5000 }));
    expect(await store().scripts.get(acme, 's_1')).toMatchObject({ version: 1 });
    expect(await store().scripts.get(acme, 's_1', 2)).toBeNull();
    expect(await store().scripts.find(acme, 'wpid_1', 'eu')).toMatchObject({ version: 1 });
    await expectError(store().scripts.add(revision(2, { scriptRevisionId: 'sr_new' })), 'conflict');
  });

  it('a run remembers what scripts did in it', async () => {
    const run = await store().runs.create(runDraft('wr_1'), []);
    expect(run.scriptRun).toBeNull();
    const patch = { scriptRun: { aiFallbackTriggered: true } };
    await store().runs.commit('wr_1', [{ type: 'run', patch, revision: run.revision }], null, { now: 2000 });
    expect(await store().runs.get(acme, 'wr_1')).toMatchObject(patch);
  });
}

function revision(version: number, members: Partial<ScriptRevision> = {}): ScriptRevision {
  return {
    scriptId: 's_1',
    scriptRevisionId: `sr_${members.scriptId ?? 's_1'}_${version}`,
    organizationId: acme,
    workflowPermanentId: 'wpid_1',
    cacheKey: 'eu',
    version,
    files: [{ path: 'blocks/first.js', content: `return 'größer'` }],
    runId: null,
    createdAt: 1000 + version,
    modifiedAt: 1000 + version,
    deletedAt: null,
    ...members,
  };
}
