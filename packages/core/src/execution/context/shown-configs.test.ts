import { expect, it } from 'vitest';
import { countShownConfigs } from './shown-configs.ts';

it('the configs of a run may be large until they have 64 MiB together', () => {
  const configs = countShownConfigs();
  const large = 'x'.repeat(1024 * 1024);
  for (let count = 0; count < 32; count += 1) {
    expect(configs.leftBytes()).toBe(1024 * 1024);
    configs.add(large);
  }
  expect(configs.leftBytes()).toBe(8 * 1024);
});
