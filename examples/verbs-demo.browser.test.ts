// @module-tag extended
import { expect, it } from 'vitest';
import { printProgram } from './print-program.test-helpers.ts';

it('verbs-demo.ts needs no key of a model and prints the products of the demo site', async () => {
  const path = new URL('verbs-demo.ts', import.meta.url).pathname;
  const stdout = await printProgram('a process of its own', path, {
    OPENAI_API_KEY: '',
    OPENAI_BASE_URL: '',
  });
  expect(stdout).toMatch(/^Corrugated box .* 24\.80\nPaper packing tape /);
});
