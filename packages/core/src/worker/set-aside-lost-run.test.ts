import { expect, it } from 'vitest';
import { setAsideLostRun } from './set-aside-lost-run.ts';

type Deps = Parameters<typeof setAsideLostRun>[0];
type Claimed = Parameters<typeof setAsideLostRun>[1];

it('a run that the claiming process itself lost, because it stood still, is executed', async () => {
  const findDeadOwners = async () => ['host/1a-2b/1', 'host/1a-2b/2', 'host/3c-4d/1'];
  const deps = { store: { runs: { findDeadOwners } } } as unknown as Deps;
  const fence = { owner: 'host/1a-2b/3', token: 4 };
  const claimed = { run: { runId: 'wr_1', parent: null }, fence, lostWorkers: 2 } as unknown as Claimed;
  expect(await setAsideLostRun(deps, claimed)).toBe(false);
});
