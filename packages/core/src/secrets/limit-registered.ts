import { RunwrightError } from '@runwright/contract';
import type { ClosedSecrets } from './reveal-secrets.ts';

/** Values of responses that one worker makes secrets of a run: each is searched for in everything that the run stores. */
const maxRegistered = 200;

const counts = new WeakMap<object, number>();

/** Counts a value that a block makes a secret of its run. Throws `block_failed` for the 201st. */
export function countRegistered(runSecrets: Pick<ClosedSecrets, 'seal'>): void {
  const count = (counts.get(runSecrets) ?? 0) + 1;
  counts.set(runSecrets, count);
  if (count <= maxRegistered) return;
  throw new RunwrightError(
    'block_failed',
    `The blocks of the run made more than ${maxRegistered} values secrets. Name fewer values in \`secret_response_paths\`.`,
    { details: { failure_category: 'limit' } },
  );
}
