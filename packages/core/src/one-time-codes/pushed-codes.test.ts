import type { PushedCodeInput } from '@runwright/contract';
import { manualClock } from '@runwright/testing';
import { expect, it } from 'vitest';
import { storeUnderTest } from '../acceptance/test-engine.test-helpers.ts';
import { createIds } from '../runtime/ids.ts';
import { createPushedCodes, pushedCodeMs } from './pushed-codes.ts';

const acme = 'o_1';
const rival = 'o_2';

function open() {
  const clock = manualClock();
  const store = storeUnderTest();
  const codes = createPushedCodes({
    store,
    masterKey: new Uint8Array(32),
    makeId: createIds(clock),
    now: clock.now,
    model: () => null,
  });
  const push = (content: string, rest: Partial<PushedCodeInput> = {}) =>
    codes.calls.push(acme, { totp_identifier: 'Ann@Shop.test', content, ...rest });
  return { clock, store, codes, push };
}

it('a pushed code is found by its identifier, mail addresses in any case', async () => {
  const { clock, codes, push } = open();
  await push('Your code is 482913');
  const found = await codes.find(acme, ' ann@shop.TEST', clock.now());
  expect(found).toMatchObject([{ code: '482913', content: 'Your code is 482913', type: 'totp' }]);
  expect(await codes.find(acme, 'bob@shop.test', clock.now())).toEqual([]);
  expect(await codes.find(acme, 'ann@shop.test', clock.now() + 1)).toEqual([]);
});

it('another organization neither finds nor lists a code', { tags: ['security'] }, async () => {
  const { codes, push } = open();
  await push('482913');
  expect(await codes.find(rival, 'ann@shop.test', 0)).toEqual([]);
  expect((await codes.calls.list(rival)).items).toEqual([]);
});

it('the store holds neither the code nor the message', { tags: ['security'] }, async () => {
  const { store, push } = open();
  await push('Hello Ann, your code is 482913');
  const { items } = await store.pushedCodes.list({ organizationId: acme, page: 1, pageSize: 10 });
  expect(items).toHaveLength(1);
  expect(JSON.stringify(items)).not.toMatch(/482913|Hello Ann/);
});

it('a code is over after 10 minutes, or at its own time when that is earlier', async () => {
  const { clock, codes, store, push } = open();
  const early = new Date(clock.now() + 60_000).toISOString();
  await push('111111');
  await push('222222', { expired_at: early });
  const found = async () => (await codes.find(acme, 'ann@shop.test', 0)).map(({ code }) => code).sort();
  expect(await found()).toEqual(['111111', '222222']);
  await clock.advance(60_000);
  expect(await found()).toEqual(['111111']);
  expect(await store.pushedCodes.deleteExpired({ now: clock.now() })).toBe(1);
  await clock.advance(pushedCodeMs - 60_000);
  expect(await found()).toEqual([]);
  expect(await store.pushedCodes.deleteExpired({ now: clock.now() })).toBe(1);
});

it.each([
  [{ content: 'no code in here' }, ['content']],
  [{ content: 'codes 123456 and 654321' }, ['content']],
  [{ content: '  ' }, ['content']],
  [{ totp_identifier: ' ' }, ['totp_identifier']],
  [{ expired_at: '1999-01-01T00:00:00Z' }, ['expired_at']],
  [{ expired_at: 'tomorrow' }, ['expired_at']],
  [{ type: 'pigeon' }, ['type']],
])('%j is refused at %j, and the error repeats no content', async (patch, path) => {
  const { codes } = open();
  const pushed = codes.calls.push(acme, { totp_identifier: 'a', content: '482913', ...patch });
  const error = await pushed.catch((thrown: unknown) => thrown);
  expect(error).toMatchObject({ code: 'invalid_input', details: { problems: [{ path }] } });
  expect(JSON.stringify(error)).not.toMatch(/123456|no code in here/);
});

it.each([[{ task_id: 'tsk_1' }], [{ workflow_run_id: 'wr_1' }], [{ workflow_id: 'wpid_1' }]])(
  'a code for an unknown %j is not kept',
  async (binding) => {
    const { codes, push } = open();
    await expect(push('482913', binding)).rejects.toMatchObject({ code: 'not_found' });
    expect((await codes.calls.list(acme)).items).toEqual([]);
  },
);
