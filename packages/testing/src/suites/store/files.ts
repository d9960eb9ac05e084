import type { Store, StoredFile } from '@runwright/contract';
import { expect, it } from 'vitest';
import { expectError } from '../expect-error.ts';
import { openEachTest } from '../open-each-test.ts';
import { acme, artifactRow, rival } from './rows.ts';

/** Files of runs. */
export function testFiles(open: () => Promise<Store>): void {
  const store = openEachTest(open);

  it('files are listed by run, oldest first', async () => {
    await store().files.add(fileRow('f_2', { createdAt: 2 }));
    await store().files.add(fileRow('f_1', { createdAt: 1 }));
    await store().files.add(fileRow('f_3', { runId: 'wr_2' }));
    await store().files.add(fileRow('f_4', { runId: null, blockRunId: null }));
    const ids = (await store().files.list(acme, 'wr_1')).map((row) => row.fileId);
    expect(ids).toEqual(['f_1', 'f_2']);
  });

  it('a file is added once and seen by its organization alone', async () => {
    const row = fileRow('f_1', { name: 'Übersicht 1.pdf', sourceUrl: null });
    await store().files.add(row);
    await expectError(store().files.add({ ...row, size: 9 }), 'conflict');
    expect(await store().files.get(acme, 'f_1')).toEqual(row);
    expect(await store().files.get(rival, 'f_1')).toBeNull();
    expect(await store().files.list(rival, 'wr_1')).toEqual([]);
  });

  it('a file is deleted by its organization alone, and once', async () => {
    const row = fileRow('f_1', { runId: null, blockRunId: null });
    await store().files.add(row);
    expect(await store().files.delete(rival, 'f_1')).toBeNull();
    expect(await store().files.delete(acme, 'f_1')).toEqual(row);
    expect(await store().files.delete(acme, 'f_1')).toBeNull();
    expect(await store().files.get(acme, 'f_1')).toBeNull();
  });

  it('the bytes of artifacts and files are counted for each organization, and are free when these are deleted', async () => {
    const counted = async () => [
      await store().organizations.storedBytes(acme),
      await store().organizations.storedBytes(rival),
    ];
    expect(await counted()).toEqual([0, 0]);
    await store().files.add(fileRow('f_1', { runId: null, size: 3_000_000_000 }));
    await store().files.add(fileRow('f_2', { organizationId: rival, size: 5 }));
    await store().artifacts.add(artifactRow('a_1', { runId: 'wr_1', size: 700 }));
    await expectError(store().artifacts.add(artifactRow('a_1', { size: 9 })), 'conflict');
    expect(await counted()).toEqual([3_000_000_700, 5]);
    await store().files.delete(rival, 'f_1');
    await store().files.delete(acme, 'f_1');
    expect(await counted()).toEqual([700, 5]);
  });
}

function fileRow(fileId: string, members: Partial<StoredFile> = {}): StoredFile {
  return {
    fileId,
    organizationId: acme,
    runId: 'wr_1',
    blockRunId: 'wrb_1',
    name: 'report.pdf',
    contentType: 'application/pdf',
    size: 3_000_000_000,
    checksum: 'sha256:00',
    key: `acme/${fileId}`,
    sourceUrl: 'https://example.com/report.pdf',
    createdAt: 1000,
    ...members,
  };
}
