import { describe, expect, it } from 'vitest';
import type { AttemptRow, Evidence } from './evidence.ts';
import { judge } from './judge.ts';

const attempt = (members: Partial<AttemptRow> = {}): AttemptRow => ({
  ...{ runId: 'wr_1', path: '["write"]', attempt: 1, label: 'write', status: 'completed' },
  ...{ startedAt: 1, finishedAt: 2 },
  ...members,
});

const kept: Evidence = {
  started: [{ id: '1-0', kind: 'steps', at: 0, account: 'a', runId: 'wr_1', statusOfApi: 'completed' }],
  runs: [{ runId: 'wr_1', status: 'completed', failureCategory: null, failureReason: null }],
  attempts: [attempt({ status: 'lost' }), attempt({ attempt: 2 })],
  deliveries: [{ runId: 'wr_1', status: 'delivered', error: null }],
  posts: [{ id: '1-0/write', at: 1 }],
  webhooks: [{ id: '1-0', at: 3 }],
  openEntries: 0,
  processes: 4,
  browsersLeft: 0,
  notEnded: [],
};
const brokenOf = (members: Partial<Evidence>) =>
  judge({ ...kept, ...members }).flatMap(({ broken }) => broken);

describe('judge', () => {
  it('finds nothing broken when all went well', () => {
    expect(brokenOf({})).toEqual([]);
  });

  it('a webhook whose sender was lost is decided, whether it arrived or not', () => {
    const deliveries = [{ runId: 'wr_1', status: 'failed', error: 'interrupted' }];
    expect(brokenOf({ deliveries })).toEqual([]);
    expect(brokenOf({ deliveries, webhooks: [] })).toEqual([]);
  });

  it.each<[string, Partial<Evidence>, RegExp]>([
    ['a start without an answer', { started: [{ ...kept.started[0]!, runId: null }] }, /was not answered/],
    ['a run that is not final', { runs: [{ ...kept.runs[0]!, status: 'running' }] }, /wr_1 is running/],
    [
      'a status that the API tells otherwise',
      { started: [{ ...kept.started[0]!, statusOfApi: 'failed' }] },
      /to the API/,
    ],
    [
      'a block that was completed twice',
      { attempts: [attempt(), attempt({ attempt: 2 })] },
      /completed 2 times/,
    ],
    [
      'a block that was begun again',
      { attempts: [attempt(), attempt({ attempt: 2, status: 'lost' })] },
      /was begun after/,
    ],
    ['a POST that arrived twice', { posts: [...kept.posts, ...kept.posts] }, /arrived 2 times/],
    ['a POST that never arrived', { posts: [] }, /arrived 0 times/],
    ['a webhook that arrived twice', { webhooks: [...kept.webhooks, ...kept.webhooks] }, /arrived 2 times/],
    ['a webhook that is delivered and did not arrive', { webhooks: [] }, /arrived 0 times/],
    ['a webhook without a delivery', { deliveries: [] }, /has 0 deliveries/],
    ['an open outbox entry', { openEntries: 1 }, /1 entries are open/],
    ['a browser that is left', { browsersLeft: 1 }, /1 browsers are left/],
    ['a process that does not end', { notEnded: ['worker-1'] }, /worker-1 did not end/],
  ])('finds %s', (_, members, message) => {
    expect(brokenOf(members)).toContainEqual(expect.stringMatching(message));
  });
});
