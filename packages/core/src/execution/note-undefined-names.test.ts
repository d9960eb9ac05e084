import type { Attempt, Run, StartWarning } from '@runwright/contract';
import { expect, it } from 'vitest';
import { systemClock } from '../runtime/clock.ts';
import type { RunScope } from './context/run-scope.ts';
import { noteUndefinedNames } from './note-undefined-names.ts';

it('a name with a secret in it is recorded once, masked, also by the next worker of the run', () => {
  const attempt = { label: 'send', blockRunId: 'br_1' } as Attempt;
  const name = { text: 'got.hunter2', suggestion: null };
  const field = { path: ['value'], source: '{{ got.hunter2 }}', names: [name] };
  let run = { runId: 'wr_1', organizationId: 'org_1', warnings: [] as readonly StartWarning[] } as Run;
  let lines = 0;
  /** A worker whose changes are not committed before `commit` is called. */
  const openWorker = () => {
    const deferred: Parameters<RunScope['journal']['defer']>[0][] = [];
    const scope = {
      run,
      clock: systemClock,
      makeId: () => 'ev_1',
      notedNames: new Set<string>(),
      journal: { run: () => run, defer: (change: (typeof deferred)[number]) => void deferred.push(change) },
      runSecrets: {
        mask: (value: unknown) => JSON.parse(JSON.stringify(value).replaceAll('hunter2', '*****')),
      },
    } as unknown as RunScope;
    const commit = () => {
      for (const { entries = [], patch } of deferred.splice(0)) {
        lines += entries.length;
        run = { ...run, ...patch?.(run) };
      }
    };
    return { note: () => noteUndefinedNames(scope, attempt, [field]), commit };
  };
  for (const { note, commit } of [openWorker(), openWorker()]) {
    note();
    note();
    commit();
    note();
    commit();
  }
  expect(lines).toBe(1);
  expect(run.warnings).toMatchObject([
    { message: expect.stringContaining('`got.*****` in `value` of block `send`') },
  ]);
});
