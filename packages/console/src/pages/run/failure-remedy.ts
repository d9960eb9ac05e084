const remedies: Readonly<Record<string, string>> = {
  bot_detection:
    'The site blocks automation. Use a proxy location or a browser profile that has signed in before.',
  browser:
    'Run it again. If that repeats, look at the memory of the worker and at the console of the browser.',
  page_load: 'Check the address, and that the service can reach the site (DNS, firewall, proxy).',
  auth: 'Look at the last screenshot, and check the credential that the sign-in used.',
  credential: 'Check the credential: whether it exists, and for which sites it may be used.',
  one_time_code:
    'Check where the code comes from: the key of the credential, or the address that is asked for it.',
  target_missing:
    'Look at the screenshot before the failed action; make the goal more precise, or check whether the page has changed.',
  wrong_state: 'Look at the steps before the failure: the page was not where the block expects it.',
  goal_unreachable: 'Read the reason; correct the goal or the data that it needs.',
  user_defined: 'A rule of the workflow ended the run. Read the reason.',
  extraction: 'Compare the page with the schema of the data, and correct the schema or the goal.',
  model: 'Check the key, the limits and the state of the model provider, then run it again.',
  policy:
    'The service refused it: a rule forbids it. Check the address, then the rule that the reason names.',
  limit: 'Raise the limit that the reason names, or split the workflow.',
  internal: 'Look up the id of the run in the log of the service.',
  definition: 'Correct the workflow at the block that the reason names.',
  block: 'Open the failed block in the timeline and read its reason.',
  worker: 'The worker was lost. Run it again, or let the block repeat (`on_worker_lost: repeat`).',
  credits: 'Add credits, or wait for the next period.',
  webhook: 'The run did its work; its webhook failed. Open the tab Webhooks and send it again.',
};

/** Returns what to do about a failure; null for a category without advice. */
export function failureRemedy(category: string | null): string | null {
  return category === null ? null : (remedies[category] ?? null);
}
