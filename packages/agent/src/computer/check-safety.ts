import { RunwrightError, type SafetyCheck } from '@runwright/contract';

/**
 * Decides on the warnings of a provider about a call. They are accepted on the site that the task started at and on the hosts that
 * the run names in `allowed_domains`, and nowhere else; `malicious_instructions` never, because it means that the page gives the
 * model orders.
 *
 * @param startUrl address that the task started at; null when it is unknown
 * @param isAllowedDomain tests whether `allowed_domains` has the host of an address; default: there is no list
 * @throws RunwrightError `terminated`, category `policy`, for a warning that is not accepted
 */
export function checkSafety(
  checks: readonly SafetyCheck[],
  startUrl: string | null,
  url: string,
  isAllowedDomain: (address: string) => boolean = () => false,
): void {
  const [first] = checks;
  if (first === undefined) return;
  const malicious = checks.find(({ code }) => code === 'malicious_instructions');
  if (!malicious && (isOnSite(startUrl, url) || isAllowedDomain(url))) return;
  const { code, message } = malicious ?? first;
  throw new RunwrightError(
    'terminated',
    `The provider of the model warns about the page ${url}: ${message ?? code ?? 'no reason given'}. Look at the page, and start the task on this site, or add its host to \`allowed_domains\`, if it may go on there.`,
    { details: { failure_category: 'policy' } },
  );
}

function isOnSite(startUrl: string | null, url: string): boolean {
  const site = startUrl === null ? null : URL.parse(startUrl)?.hostname;
  const host = URL.parse(url)?.hostname;
  return !!site && !!host && (host === site || host.endsWith(`.${site}`));
}
