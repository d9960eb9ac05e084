import type { Run, Store } from '@runwright/contract';
import { expect, it } from 'vitest';
import { filesNamedByOpenRuns } from './named-files.ts';

it('files that a run names are found also where the list has left its request out', async () => {
  const listed = {
    runId: 'wr_1',
    request: { request_omitted: true },
    parameters: { parameters_omitted: true },
  } as unknown as Run;
  const whole = { ...listed, request: { url: 'f_1' }, parameters: { file: 'a_2' } };
  const store = {
    runs: { list: async () => ({ items: [listed], next: null }), find: async () => whole },
  } as unknown as Store;
  expect([...(await filesNamedByOpenRuns(store, 'o_1'))]).toEqual(['f_1', 'a_2']);
});
