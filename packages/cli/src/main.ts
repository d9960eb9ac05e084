#!/usr/bin/env node
import { RunwrightError } from '@runwright/contract';
import { Command } from 'commander';
import { dropPrivileges } from './drop-privileges.ts';
import { readUser } from './environment.ts';
import { printProblems } from './print-problems.ts';
import { version } from './version.ts';

const program = new Command('runwright')
  .description('Browser workflows, run by an AI agent in a real browser.')
  .version(version)
  // Must happen before a command opens files or sockets.
  .hook('preAction', () => dropPrivileges(readUser()));

program
  .command('start')
  .description('serve the HTTP API and execute runs')
  .option('--demo', 'serve the demo site too and, without a model, show a run on it')
  .action(load(async () => (await import('./commands/start.ts')).start));

program
  .command('run')
  .description('execute one workflow file and show what happens')
  .argument('<file>', 'workflow as YAML or JSON')
  .option('-p, --param <key=value>', 'value of a parameter; may be repeated', collect, [])
  .option('--json', 'print the run record instead of progress')
  .action(load(async () => (await import('./commands/run.ts')).runFile));

program
  .command('validate')
  .description('check a workflow file; each error is named with its place')
  .argument('<file>', 'workflow as YAML or JSON')
  .action(load(async () => (await import('./commands/validate.ts')).validateFile));

program
  .command('doctor')
  .description('check that everything a run needs is there')
  .action(load(async () => (await import('./commands/doctor.ts')).doctor));

const keys = program.command('keys').description('API keys, and the key that data is encrypted with');

keys
  .command('create', { isDefault: true })
  .description('make an API key; it is printed this once')
  .argument('<name>', 'what the key is for')
  .action(load(async () => (await import('./commands/keys.ts')).createKey));

keys
  .command('list')
  .description('list the API keys, without their texts')
  .action(load(async () => (await import('./commands/keys.ts')).listKeys));

keys
  .command('revoke')
  .description('revoke an API key at once')
  .argument('<id>', 'id of the key, as `keys list` shows it')
  .action(load(async () => (await import('./commands/keys.ts')).revokeKey));

keys
  .command('rotate-master')
  .description('encrypt all keys and credentials under a new master key; the service must not run')
  .action(load(async () => (await import('./commands/keys.ts')).rotateMaster));

try {
  await program.parseAsync();
} catch (error) {
  process.exitCode = 1;
  if (!RunwrightError.is(error)) throw error;
  console.error(error.message);
  printProblems(error.details.problems);
}

function collect(value: string, previous: readonly string[]): readonly string[] {
  return [...previous, value];
}

/** Imports a command when it is called: each takes longer to load than most need to run. */
function load<Args extends unknown[]>(
  command: () => Promise<(...args: Args) => Promise<void>>,
): (...args: Args) => Promise<void> {
  return async (...args) => (await command())(...args);
}
