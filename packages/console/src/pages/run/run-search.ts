/** Tabs of the page of a run, in their order. */
export const runTabs = [
  'timeline',
  'graph',
  'screenshots',
  'models',
  'browser',
  'recording',
  'files',
  'webhooks',
  'output',
  'request',
] as const;
export type RunTab = (typeof runTabs)[number];

/** What the address of a run's page says besides the run. */
export interface RunSearch {
  readonly tab?: RunTab;
  /** Node of the timeline that is selected. */
  readonly node?: string;
}

/** Reads it; what is unknown is left out. */
export function runSearch({ tab, node }: Readonly<Record<string, unknown>>): RunSearch {
  return {
    ...(isTab(tab) ? { tab } : {}),
    ...(typeof node === 'string' && node !== '' ? { node } : {}),
  };
}

function isTab(value: unknown): value is RunTab {
  return runTabs.some((tab) => tab === value);
}
