#!/usr/bin/env node
import { RunwrightError } from '@runwright/contract';
import { Command } from 'commander';
import { doctor } from './commands/doctor.ts';
import { createKey, listKeys, revokeKey, rotateMaster } from './commands/keys.ts';
import { runFile } from './commands/run.ts';
import { start } from './commands/start.ts';
import { validateFile } from './commands/validate.ts';
import { dropPrivileges } from './drop-privileges.ts';
import { readUser } from './environment.ts';
import { printProblems } from './print-problems.ts';
import { version } from './version.ts';

const program = new Command('runwright')
  .description('Browser workflows, carried out by an AI agent in a real browser.')
  .version(version)
  // Must happen before a command opens files or sockets.
  .hook('preAction', () => dropPrivileges(readUser()));

program
  .command('start')
  .description('serve the HTTP API and carry out runs')
  .option('--demo', 'serve the demo site too and, without a model, show a run on it')
  .action(start);

program
  .command('run')
  .description('carry out one workflow file and show what happens')
  .argument('<file>', 'workflow as YAML or JSON')
  .option('-p, --param <key=value>', 'value of a parameter; may be repeated', collect, [])
  .option('--json', 'print the run record instead of progress')
  .action(runFile);

program
  .command('validate')
  .description('check a workflow file; every mistake is named with its place')
  .argument('<file>', 'workflow as YAML or JSON')
  .action(validateFile);

program.command('doctor').description('check that everything a run needs is there').action(doctor);

const keys = program.command('keys').description('API keys, and the key that data is encrypted with');

keys
  .command('create', { isDefault: true })
  .description('make an API key; it is printed this once')
  .argument('<name>', 'what the key is for')
  .action(createKey);

keys.command('list').description('list the API keys, without their texts').action(listKeys);

keys
  .command('revoke')
  .description('revoke an API key at once')
  .argument('<id>', 'id of the key, as `keys list` shows it')
  .action(revokeKey);

keys
  .command('rotate-master')
  .description('encrypt all keys and credentials under a new master key; the service must not run')
  .action(rotateMaster);

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
