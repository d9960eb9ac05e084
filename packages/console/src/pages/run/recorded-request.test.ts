import { describe, expect, it } from 'vitest';
import { recordedRequest } from './recorded-request.ts';

const run = (request: object) => ({ workflow_permanent_id: 'wpid_1', run_request: request }) as never;

describe('the request that records a run', () => {
  it('repeats parameters and settings', () => {
    const given = { workflow_id: 'wpid_1', parameters: { city: 'Bern' }, max_cost: 2, run_with: 'agent' };
    expect(recordedRequest(run(given))).toEqual({
      request: { ...given, record_for_replay: true },
      leftOut: [],
    });
  });

  it('names what a recording cannot have, and what is masked', () => {
    const given = {
      browser_session_id: 'pbs_1',
      run_with: 'code',
      extra_http_headers: { authorization: '[secret]' },
      block_labels: null,
      block_outputs: {},
    };
    expect(recordedRequest(run(given))).toEqual({
      request: { workflow_id: 'wpid_1', record_for_replay: true, block_labels: null, block_outputs: {} },
      leftOut: ['browser_session_id', 'run_with', 'the header authorization'],
    });
  });
});
