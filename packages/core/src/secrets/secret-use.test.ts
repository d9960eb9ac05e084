import { Secret } from '@runwright/contract';
import { manualClock } from '@runwright/testing';
import { expect, it } from 'vitest';
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
