import { type ErrorCode, RunwrightError } from '@runwright/contract';
import { expect } from 'vitest';

/** Expects a rejection with a RunwrightError of this code. */
export async function expectError(promise: Promise<unknown>, code: ErrorCode): Promise<void> {
  const error = await promise.then(
    () => null,
    (reason: unknown) => reason,
  );
  expect(RunwrightError.is(error), `expected \`${code}\`, got: ${String(error)}`).toBe(true);
  expect(error).toMatchObject({ code });
}
