import { readFileSync } from 'node:fs';

/** This release, from the package's manifest. */
export const version: string = JSON.parse(
  readFileSync(new URL('../package.json', import.meta.url), 'utf8'),
).version;
