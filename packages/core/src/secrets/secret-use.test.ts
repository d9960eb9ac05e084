import { Secret } from '@runwright/contract';
import { manualClock } from '@runwright/testing';
import { expect, it } from 'vitest';
import { awaitedCode } from '../credentials/awaited-code.ts';
import { oneTimeCode } from '../credentials/totp.ts';
import { createRunSecrets } from './run-secrets.ts';
import { createSecretUse } from './secret-use.ts';

const to = { address: 'https://shop.test' };
const signal = new AbortController().signal;

it('reveals what the block declares, and refuses everything else with both names', async () => {
  const runSecrets = createRunSecrets();
  const mine = runSecrets.add('mine', new Secret('open sesame'));
  const other = runSecrets.add('other', { password: new Secret('hunter2!') });
  const clock = manualClock();
  const use = createSecretUse({
    runSecrets,
    reveal: (text) => runSecrets.reveal(text),
    label: 'b',
    declared: ({ name }) => name === 'mine',
    clock,
    signal,
  });
  await use.ready({ text: `x${mine}` });
  expect(use.reveal(`x${mine}`, to)).toBe('xopen sesame');
  await expect(use.ready([{ deep: other.password }])).rejects.toThrow(
    /Block `b` .*`other`.*`parameter_keys`/,
  );
  expect(() => use.reveal(encodeURI(other.password), to)).toThrow('`other`');
});

it('waits for the next one-time code when the present one is about to end', async () => {
  const clock = manualClock({ now: 29_000 });
  const runSecrets = createRunSecrets();
  const code = runSecrets.add('cred', { totp: oneTimeCode('GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ', clock.now) });
  const use = createSecretUse({
    runSecrets,
    reveal: (text) => runSecrets.reveal(text),
    label: 'b',
    declared: () => true,
    clock,
    signal,
  });
  const before = use.reveal(code.totp, to);
  const ready = use.ready(code);
  await clock.advance(1_000);
  await ready;
  expect(use.reveal(code.totp, to)).not.toBe(before);
  expect(runSecrets.mask(`typed ${before}`)).toBe('typed *****');
});

function typing(codes: readonly string[]) {
  const clock = manualClock();
  const runSecrets = createRunSecrets();
  const left = [...codes];
  const awaited = awaitedCode(async () => left.shift() ?? 'none');
  const code = runSecrets.add('one_time_code', awaited);
  const use = createSecretUse({
    runSecrets,
    reveal: (text) => runSecrets.reveal(text),
    label: 'b',
    declared: () => true,
    clock,
    signal,
  });
  return { code, use, left, runSecrets };
}

it('types each awaited code once, and fails instead of waiting for a fourth', async () => {
  const { code, use, left } = typing(['111111', '222222', '333333', '444444']);
  const typed: string[] = [];
  for (let turn = 0; turn < 3; turn += 1) {
    await use.readyToType(code);
    typed.push(use.reveal(code, to));
  }
  expect(typed).toEqual(['111111', '222222', '333333']);
  await expect(use.readyToType(code)).rejects.toMatchObject({
    details: { failure_category: 'one_time_code', errors: [{ error_code: 'OTP_ERROR' }] },
  });
  expect(left).toEqual(['444444']);
});

it('types a code again that did not reach the page', async () => {
  const { code, use, left } = typing(['111111', '222222']);
  for (let turn = 0; turn < 5; turn += 1) {
    await use.readyToType(code);
    expect(use.reveal(code, to)).toBe('111111');
    use.takeBack(code);
  }
  expect(left).toEqual(['222222']);
});

it('refuses an awaited code that was not waited for, and masks it once it was', async () => {
  const { code, use, runSecrets } = typing(['482913']);
  expect(() => use.reveal(code, to)).toThrow('was not waited for');
  await use.ready(code);
  expect(use.reveal(code, to)).toBe('482913');
  expect(runSecrets.mask('typed 482913')).toBe('typed *****');
});
