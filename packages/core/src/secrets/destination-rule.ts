import { type DestinationRule, ruleFromCheck } from '@runwright/contract';
import type { ClosedSecrets } from './reveal-secrets.ts';
import type { SecretSites } from './secret-sites.ts';

/** Creates the rule for where the secrets of a run that stand in a text may be sent, see `OpenOptions.destinationRule`. */
export function createDestinationRule(
  runSecrets: Pick<ClosedSecrets, 'findPlaceholders'>,
  sites: SecretSites,
): (text: string) => DestinationRule {
  return (text) => {
    const uses = runSecrets.findPlaceholders(text);
    return ruleFromCheck((origin) => sites.check(uses, { address: origin, isField: true }));
  };
}
