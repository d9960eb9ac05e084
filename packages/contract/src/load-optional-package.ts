import { RunwrightError } from './error.ts';

/**
 * Loads a package that is installed only by hosts that use it.
 *
 * @param name name of the package, as it is installed
 * @param purpose what needs it, as the beginning of the message: `Cannot <purpose>: …`
 * @param load imports it, such as `() => import('pg')`
 * @throws RunwrightError `failed_precondition` when it is not installed; what else it throws when it loads, unchanged
 */
export async function loadOptionalPackage<Module>(
  name: string,
  purpose: string,
  load: () => Promise<Module>,
): Promise<Module> {
  try {
    return await load();
  } catch (cause) {
    if (!isMissing(cause, name)) throw cause;
    throw new RunwrightError(
      'failed_precondition',
      `Cannot ${purpose}: the optional package \`${name}\` is not installed. Run \`npm install ${name}\` where Runwright is installed, and start again.`,
      { cause },
    );
  }
}

/** Tells whether it is this package that was not found, and not one that it imports. */
function isMissing(cause: unknown, name: string): boolean {
  return (
    cause instanceof Error &&
    'code' in cause &&
    (cause.code === 'ERR_MODULE_NOT_FOUND' || cause.code === 'MODULE_NOT_FOUND') &&
    cause.message.includes(`'${name}'`)
  );
}
