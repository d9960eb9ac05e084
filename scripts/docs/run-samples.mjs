// Imports programs one after the other; their imports of workspace packages lead to the sources of this repository.
// Usage: node run-samples.mjs <program> …
import { registerHooks } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

const packages = join(import.meta.dirname, '../../packages');

registerHooks({
  resolve(specifier, context, next) {
    const name = /^@runwright\/([^/]+)/.exec(specifier)?.[1];
    // A package may name itself.
    const parentURL = name ? pathToFileURL(join(packages, name, 'package.json')).href : undefined;
    return next(specifier, parentURL ? { ...context, parentURL } : context);
  },
});
for (const program of process.argv.slice(2)) {
  await import(pathToFileURL(program).href);
  console.log(`ran ${program}`);
}
process.exit();
