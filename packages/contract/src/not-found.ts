import { RunwrightError } from './error.ts';

/** Kinds of objects that calls look up, with the prefixes of their ids. */
const prefixes = {
  Workflow: ['wpid'],
  Run: ['tsk', 'wr'],
  Credential: ['cred'],
  'Browser session': ['pbs'],
  'Browser profile': ['bp'],
  Folder: ['fld'],
  Schedule: ['sch'],
  Script: ['s'],
  File: ['f'],
  Artifact: ['a'],
  'API key': ['key'],
  'Webhook delivery': ['whd'],
} as const;

/** What the ids of the API name, by their prefixes. */
const objects: ReadonlyMap<string, string> = new Map([
  ['wpid', 'a workflow'],
  ['w', 'one version of a workflow'],
  ['tsk', 'a task run'],
  ['wr', 'a workflow run'],
  ['wrb', 'a block of a run'],
  ['stp', 'a step of a run'],
  ['act', 'an action'],
  ['th', 'a thought'],
  ['wp', 'a parameter of a workflow'],
  ['op', 'the output of a block'],
  ['cred', 'a credential'],
  ['totp', 'a pushed code'],
  ['pbs', 'a browser session'],
  ['bp', 'a browser profile'],
  ['fld', 'a folder'],
  ['sch', 'a schedule'],
  ['s', 'a script'],
  ['sr', 'a version of a script'],
  ['sf', 'a file of a script'],
  ['f', 'a file'],
  ['a', 'an artifact'],
  ['key', 'an API key'],
  ['whd', 'a webhook delivery'],
  ['o', 'an organization'],
]);

/** Returns the error of an id that names nothing, `not_found`; it says so when the id is that of another kind of object. */
export function notFound(kind: keyof typeof prefixes, id: string): RunwrightError {
  const wanted: readonly string[] = prefixes[kind];
  const prefix = /^([a-z]+)_/.exec(id)?.[1] ?? '';
  const other = wanted.includes(prefix) ? undefined : objects.get(prefix);
  const beginnings = wanted.map((one) => `\`${one}_\``).join(' or ');
  const hint = other ? `: this is the id of ${other}. Use an id that begins with ${beginnings}.` : '';
  return new RunwrightError('not_found', `${kind} ${id} not found${hint}`);
}
