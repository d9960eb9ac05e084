import { expect, it } from 'vitest';
import { countRegistered } from './limit-registered.ts';
import { createRunSecrets } from './run-secrets.ts';

it('a run takes in 200 values of responses as secrets, and another run has its own count', () => {
  const runSecrets = createRunSecrets();
  for (let count = 0; count < 200; count += 1) countRegistered(runSecrets);
  expect(() => countRegistered(runSecrets)).toThrow('made more than 200 values secrets');
  expect(() => countRegistered(createRunSecrets())).not.toThrow();
});
