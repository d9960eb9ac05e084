/** Raises the version of all packages as the changesets say: `npm run release:version`. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { must } from './packages/step.ts';

const root = join(import.meta.dirname, '..');
const core = join(root, 'packages/core');

console.log((await must('changeset', ['version'], { cwd: root })).trimEnd());
const { version }: { readonly version: string } = JSON.parse(
  readFileSync(join(core, 'package.json'), 'utf8'),
);
const file = join(core, 'src/version.ts');
writeFileSync(file, readFileSync(file, 'utf8').replace(/'[^']*'/, `'${version}'`));
console.log(`The version is ${version}.`);
