import { defineConfig } from 'vitest/config';
import { SlowFirst } from './scripts/slow-first.test.order.ts';

export default defineConfig({
  test: {
    include: [
      'packages/*/src/**/*.test.ts',
      'examples/**/*.test.ts',
      'fixtures/src/**/*.test.ts',
      'scripts/**/*.test.ts',
    ],
    // A busy machine takes its time: these end what hangs, and nothing else.
    testTimeout: 120_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 60_000 } },
    sequence: { sequencer: SlowFirst },
    // Browsers are waited for more than they work.
    maxWorkers: 3,
  },
});
