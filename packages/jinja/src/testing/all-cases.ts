import { readdirSync, readFileSync } from 'node:fs';
import type { Case } from './case-answers.ts';

const folder = new URL('../../test-data/', import.meta.url);

/** The cases of every file in `test-data`. */
export function allCases(): readonly Case[] {
  return readdirSync(folder)
    .filter((name) => name.endsWith('cases.json'))
    .sort()
    .flatMap((name) => JSON.parse(readFileSync(new URL(name, folder), 'utf8')).cases);
}
