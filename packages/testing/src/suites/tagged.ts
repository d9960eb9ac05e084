import { inject } from 'vitest';

declare module 'vitest' {
  interface ProvidedContext {
    /** Tags that the tests of the suites carry: each is defined in `test.tags` of the Vitest config. Default: none. */
    readonly suiteTags?: readonly SuiteTag[];
  }
}

/** Tag of a test of a suite: `extended` repeats what another test covers, `security` repeats an attack. */
export type SuiteTag = 'extended' | 'security';

/**
 * Returns the options of a test that carries a tag where the Vitest config provides it in `suiteTags`. Without it the test has
 * no tag and always runs, because Vitest refuses a tag that a config does not define.
 */
export function tagged(tag: SuiteTag): { readonly tags: SuiteTag[] } {
  return { tags: inject('suiteTags')?.includes(tag) ? [tag] : [] };
}
