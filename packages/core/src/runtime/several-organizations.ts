import type { Clock, Store } from '@runwright/contract';

/** Tells whether the store has several organizations that are not deleted, so that they have to leave places to each other. */
export type HasSeveralOrganizations = () => Promise<boolean>;

/** Time in ms for which an answer counts; a host adds organizations rarely, and workers ask for each run. */
const keptMs = 10_000;

/** Creates the test of one store. */
export function severalOrganizations(
  { organizations }: Pick<Store, 'organizations'>,
  clock: Pick<Clock, 'now'>,
): HasSeveralOrganizations {
  let kept: { readonly until: number; readonly areSeveral: Promise<boolean> } | null = null;
  return () => {
    const now = clock.now();
    if (kept === null || kept.until <= now) {
      const listed = organizations.list();
      const areSeveral = listed.then((all) => all.filter(({ deletedAt }) => deletedAt === null).length > 1);
      areSeveral.catch(() => {
        kept = null;
      });
      kept = { until: now + keptMs, areSeveral };
    }
    return kept.areSeveral;
  };
}
