import type { PushedCode, Thought, TimelineEvent } from '@runwright/contract';
import { manualClock } from '@runwright/testing';
import { expect, it } from 'vitest';
import { createCipher } from '../crypto/cipher.ts';
import { createRunSecrets } from '../secrets/run-secrets.ts';
import { createRunCodes } from './run-codes.ts';

const run = {
  runId: 'tsk_1',
  workflowRunId: 'wr_1',
  kind: 'task',
  organizationId: 'o_1',
  workflowPermanentId: 'wpid_1',
  apiKeyId: null,
} as const;
const nonce = 'abc';
const cipher = createCipher(new Uint8Array(32), 'test', 'secret');
const { signal } = new AbortController();

let pushes = 0;
function pushed(code: string, patch: Partial<PushedCode> = {}): PushedCode {
  pushes += 1;
  return {
    totpCodeId: `totp_${pushes}`,
    organizationId: 'o_1',
    totpIdentifier: 'ann@shop.test',
    taskId: null,
    workflowId: null,
    workflowRunId: null,
    source: null,
    type: 'totp',
    expiredAt: null,
    createdAt: 0,
    modifiedAt: 0,
    content: code,
    code,
    ...patch,
  };
}

/** The codes of a run, whose pushed codes and answers a test sets; `use` waits for a code and reveals it. */
function open(answer: () => Response = () => new Response(null, { status: 404 })) {
  const clock = manualClock();
  const runSecrets = createRunSecrets({ nonce, cipher });
  const available: PushedCode[] = [];
  const thoughts: Thought[] = [];
  const asked: string[] = [];
  const found: (readonly [string, number])[] = [];
  const codes = createRunCodes({
    run,
    runSecrets,
    sites: { check: () => undefined },
    find: async (_organizationId, identifier, since) => {
      found.push([identifier, since]);
      return available;
    },
    fetch: async (_url, { body }) => {
      asked.push(Buffer.from(body as Uint8Array).toString());
      return answer();
    },
    signingKey: async () => 'rw_key',
    model: () => null,
    clock,
  });
  const add = (sources: { readonly url?: string; readonly identifier?: string }) => {
    const placeholder = codes.add({
      url: sources.url ?? null,
      identifier: sources.identifier ?? null,
      since: 77,
      binding: null,
      record: async (thought) => thoughts.push(thought),
    });
    const [use] = runSecrets.findPlaceholders(placeholder);
    const code = use?.secret;
    if (!code || !('seeds' in code)) throw new Error('no code');
    return async () => {
      await code.ready({ clock, signal });
      return runSecrets.reveal(placeholder);
    };
  };
  return { clock, runSecrets, codes, available, thoughts, asked, found, add };
}

const url = 'https://codes.test/';
const identifier = 'ann@shop.test';

it('a code that is there is used at once, and one code never twice', async () => {
  const { add, available, found, thoughts } = open();
  const use = add({ identifier });
  available.push(pushed('222222'), pushed('111111'));
  expect([await use(), await use()]).toEqual(['222222', '111111']);
  expect(found[0]).toEqual([identifier, 77]);
  expect(thoughts.map(({ thought }) => thought)).toEqual([
    'A one-time code was pushed, after 0 s.',
    'A one-time code was pushed, after 0 s.',
  ]);
});

it('two blocks of a run do not use the same code, nor the same text under another id', async () => {
  const { add, available, clock } = open();
  available.push(pushed('111111'));
  expect(await add({ identifier })()).toBe('111111');
  available.unshift(pushed('111111'));
  const second = add({ identifier })();
  await clock.untilSleeping();
  available.unshift(pushed('333333'));
  await clock.advance(5_000);
  expect(await second).toBe('333333');
});

it('codes that are bound to the run come first, and those of others are not used', async () => {
  const { add, available } = open();
  available.push(
    pushed('1-other-run', { workflowRunId: 'wr_2' }),
    pushed('2-other-task', { taskId: 'tsk_2' }),
    pushed('3-other-flow', { workflowId: 'wpid_2' }),
    pushed('4-mixed', { workflowRunId: 'wr_1', workflowId: 'wpid_2' }),
    pushed('5-link', { type: 'magic_link' }),
    pushed('6-free'),
    pushed('7-run', { workflowRunId: 'wr_1' }),
    pushed('8-task', { taskId: 'tsk_1' }),
    pushed('9-flow', { workflowId: 'wpid_1' }),
  );
  const use = add({ identifier });
  expect([await use(), await use(), await use(), await use()]).toEqual([
    '7-run',
    '8-task',
    '9-flow',
    '6-free',
  ]);
});

it('the URL is asked before pushed codes are looked for, with all ids that are known', async () => {
  const { add, available, asked } = open(() => Response.json({ verification_code: '482913' }));
  available.push(pushed('111111'));
  const use = add({ url, identifier });
  expect(await use()).toBe('482913');
  expect(asked).toEqual([
    '{"task_id":"tsk_1","workflow_run_id":"wr_1","workflow_permanent_id":"wpid_1","totp_identifier":"ann@shop.test"}',
  ]);
  // The URL goes on telling a code that the page has rejected.
  expect(await use()).toBe('111111');
});

it('the wait is told on the timeline, and after 15 minutes it fails with OTP_TIMEOUT', async () => {
  const { add, clock, thoughts } = open();
  const waiting = add({ identifier })().catch((error: unknown) => error);
  await clock.untilSleeping();
  expect(thoughts).toMatchObject([
    {
      thoughtType: 'notice',
      scenario: 'one_time_code',
      thought: 'Waiting for a one-time code pushed for `ann@shop.test`.',
    },
  ]);
  await clock.advance(900_000);
  expect(await waiting).toMatchObject({
    code: 'block_failed',
    retryable: false,
    details: { failure_category: 'one_time_code', errors: [{ error_code: 'OTP_TIMEOUT' }] },
  });
});

it('the identifier may be a secret, which is revealed for the look-up alone', async () => {
  const { add, available, found, runSecrets, thoughts } = open();
  const placeholder = runSecrets.seal('user', 'ann@shop.test');
  available.push(pushed('111111'));
  expect(await add({ identifier: placeholder })()).toBe('111111');
  expect(found).toEqual([['ann@shop.test', 77]]);
  expect(JSON.stringify(runSecrets.mask(thoughts))).not.toContain('ann@shop.test');
});

it('the next worker of a run masks the codes of the one before, and does not use them again', {
  tags: ['security'],
}, async () => {
  const first = open();
  first.available.push(pushed('482913'));
  await first.add({ identifier })();
  expect(JSON.stringify(first.thoughts)).not.toContain('482913');

  const next = open();
  next.codes.restore(first.thoughts as unknown as readonly TimelineEvent[]);
  expect(next.runSecrets.mask('You typed 482913')).toBe('You typed *****');
  next.available.push(pushed('482913'), pushed('111111'));
  expect(await next.add({ identifier })()).toBe('111111');
});
