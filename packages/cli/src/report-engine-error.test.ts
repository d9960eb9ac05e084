import { expect, it } from 'vitest';
import { reportEngineErrors } from './report-engine-error.ts';

it('an error of the engine is a line of JSON, with its keys and passwords masked', {
  tags: ['security'],
}, () => {
  const lines: string[] = [];
  const report = reportEngineErrors({ write: (line) => lines.push(line) });
  const where = { component: 'store', operation: 'runs.commit', runId: 'wr_1', repeats: 3 } as const;
  report(new Error('cannot reach https://ann:hunt@er2@proxy.example with rw_0123456789abcdef'), where);
  expect(lines).toHaveLength(1);
  expect(JSON.parse(lines[0] ?? '')).toMatchObject({
    ...{ level: 50, ...where },
    err: { type: 'Error', message: 'cannot reach https://*****@proxy.example with rw_*****' },
    msg: 'The engine could not do `runs.commit` (store)',
  });
  expect(lines[0]).not.toMatch(/hunt|er2|0123456789abcdef/);
});
