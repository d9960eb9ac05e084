import { RunwrightError } from '@runwright/contract';
import { Command, CommanderError } from 'commander';
import { dropPrivileges } from './drop-privileges.ts';
import { printProblems } from './print-problems.ts';
import { readUser } from './user-settings.ts';
import { version } from './version.ts';

const ofOrganization = ['-o, --organization <id>', 'id of the organization; default the first one'] as const;

const program = new Command('runwright')
  .description('Browser workflows, run by an AI agent in a real browser.')
  .version(version)
  .showHelpAfterError('Add `--help` to list what the command takes.')
  // Errors of the command line are thrown, as all others are.
  .exitOverride()
  .option('--config <file>', 'configuration file; default runwright.config.ts or .mjs in the working folder')
  .hook('preAction', (command) => {
    const { config } = command.opts<{ readonly config?: string }>();
    if (config !== undefined) process.env.RUNWRIGHT_CONFIG = config;
  })
  // Must happen before a command opens files or sockets.
  .hook('preAction', () => dropPrivileges(readUser()));

program
  .command('start')
  .description('serve the HTTP API and execute runs')
  .option('--demo', 'serve the demo site too and, without a model, show a run on it')
  .option('--no-worker', 'execute no runs: `runwright worker` does; needs RUNWRIGHT_DATABASE_URL')
  .action(load(async () => (await import('./commands/start.ts')).start));

program
  .command('worker')
  .description('execute runs of a database that other processes use too; needs RUNWRIGHT_DATABASE_URL')
  .option(
    '--concurrency <number>',
    'runs at once; default RUNWRIGHT_CONCURRENCY, else by the size of the machine',
  )
  .action(load(async () => (await import('./commands/worker.ts')).worker));

program
  .command('status')
  .description('show the workers, the runs that they execute, and what waits')
  .option('--json', 'print it as JSON')
  .action(load(async () => (await import('./commands/status.ts')).status));

program
  .command('migrate')
  .description('bring the tables of the database up to date')
  .action(load(async () => (await import('./commands/migrate.ts')).migrate));

program
  .command('copy')
  .description('copy a database into an empty one, such as from SQLite to PostgreSQL, and its artifacts')
  .requiredOption('--from <place>', 'data folder, or address of a PostgreSQL database')
  .requiredOption('--to <place>', 'data folder, or address of a PostgreSQL database')
  .option('--artifacts-from <place>', 'data folder or `s3://…`; default --from when that is a folder')
  .option('--artifacts-to <place>', 'data folder or `s3://…`; default --to when that is a folder')
  .action(load(async () => (await import('./commands/copy.ts')).copy));

program
  .command('run')
  .description('execute one workflow file and show what happens')
  .argument('<file>', 'workflow as YAML or JSON')
  .option('-p, --param <key=value>', 'value of a parameter; may be repeated', collect, [])
  .option('--parameters <json>', 'values of parameters as a JSON object')
  .option('--json', 'print the run record instead of progress')
  .action(load(async () => (await import('./commands/run.ts')).runFile));

program
  .command('record')
  .description('execute one workflow file, and record the calls of the model and the network of its pages')
  .argument('<file>', 'workflow as YAML or JSON')
  .requiredOption('--out <dir>', 'folder of the recording; an earlier one in it is replaced')
  .option('-p, --param <key=value>', 'value of a parameter; may be repeated', collect, [])
  .option('--parameters <json>', 'values of parameters as a JSON object')
  .action(load(async () => (await import('./commands/record.ts')).record));

program
  .command('replay')
  .description('execute a recorded workflow again, without model and network, and compare')
  .argument('<recording>', 'folder of `record`, or ZIP file of a recorded run of the service')
  .action(load(async () => (await import('./commands/replay.ts')).replay));

program
  .command('mcp')
  .description('serve one MCP client over standard input and output')
  .option('--demo', 'serve the demo site too and, without a model, a scripted one for it')
  .option('--temporary', 'keep everything in memory, so that a service may use the data folder')
  .action(load(async () => (await import('./commands/mcp.ts')).mcp));

program
  .command('validate')
  .description('check a workflow file; each error is named with its place')
  .argument('<file>', 'workflow as YAML or JSON')
  .option('--strict', 'refuse a file with warnings, too')
  .action(load(async () => (await import('./commands/validate.ts')).validateFile));

program
  .command('blocks')
  .description('list the block types with their members, also those of the configuration file')
  .argument('[type]', 'only this one')
  .option('--json', 'print the schemas of members and outputs')
  .action(load(async () => (await import('./commands/blocks.ts')).listBlocks));

program
  .command('schema')
  .description('print the JSON Schema of workflow files, for editors')
  .action(load(async () => (await import('./commands/schema.ts')).printSchema));

program
  .command('doctor')
  .description('check that everything a run needs is there')
  .action(load(async () => (await import('./commands/doctor.ts')).doctor));

const keys = program.command('keys').description('API keys, and the key that data is encrypted with');

keys
  .command('create')
  .description('make an API key; it is printed this once')
  .argument('<name>', 'what the key is for')
  .option(...ofOrganization)
  .option('-s, --scope <scope>', 'read, run or admin; may be repeated; default read and run', collect, [])
  .option('--expires <time>', 'date or time from which on it is refused; default never')
  .action(load(async () => (await import('./commands/keys.ts')).createKey));

keys
  .command('list')
  .description('list the API keys, without their texts')
  .option(...ofOrganization)
  .action(load(async () => (await import('./commands/keys.ts')).listKeys));

keys
  .command('revoke')
  .description('revoke an API key at once')
  .argument('<id>', 'id of the key, as `keys list` shows it')
  .option(...ofOrganization)
  .action(load(async () => (await import('./commands/keys.ts')).revokeKey));

keys
  .command('rotate')
  .description('replace an API key by a new one with its name and scopes; it is printed this once')
  .argument('<id>', 'id of the key, as `keys list` shows it')
  .option(...ofOrganization)
  .option('--overlap <hours>', 'time for which the old key still works; default 0')
  .action(load(async () => (await import('./commands/keys.ts')).rotateKey));

keys
  .command('rotate-master')
  .description('encrypt all keys and credentials under a new master key; the service must not run')
  .action(load(async () => (await import('./commands/keys.ts')).rotateMaster));

const organizations = program.command('organizations').description('organizations of the service');

organizations
  .command('create')
  .description('create an organization and print its id')
  .argument('<name>', 'name of the organization')
  .action(load(async () => (await import('./commands/organizations.ts')).createOrganization));

organizations
  .command('list')
  .description('list the organizations, newest first')
  .action(load(async () => (await import('./commands/organizations.ts')).listOrganizations));

organizations
  .command('rename')
  .description('rename an organization')
  .argument('<id>', 'id of the organization')
  .argument('<name>', 'its new name')
  .action(load(async () => (await import('./commands/organizations.ts')).renameOrganization));

organizations
  .command('retention')
  .description('show or set for how many days the runs of an organization are kept after their end')
  .argument('<id>', 'id of the organization')
  .argument('[days]', '1 to 36500, or `default` for what RUNWRIGHT_RETENTION_DAYS says')
  .action(load(async () => (await import('./commands/organizations.ts')).retainRuns));

organizations
  .command('delete')
  .description('delete an organization: cancel its runs, erase its credentials, refuse its keys')
  .argument('<id>', 'id of the organization')
  .action(load(async () => (await import('./commands/organizations.ts')).deleteOrganization));

const billing = program.command('billing').description('credits of an organization');

billing
  .command('show')
  .description('print plan, period and credits')
  .option(...ofOrganization)
  .action(load(async () => (await import('./commands/billing.ts')).showBilling));

billing
  .command('plan')
  .description('change the plan')
  .argument('<tier>', 'free, hobby or pro')
  .option(...ofOrganization)
  .action(load(async () => (await import('./commands/billing.ts')).setPlan));

billing
  .command('topup')
  .description('add credits that do not expire')
  .argument('<credits>', 'number of credits')
  .option(...ofOrganization)
  .option('--key <key>', 'name of the purchase; the same key twice adds them once')
  .action(load(async () => (await import('./commands/billing.ts')).addTopup));

billing
  .command('overage')
  .description('let runs go on when no credits remain')
  .argument('<on|off>', 'on or off')
  .option(...ofOrganization)
  .action(load(async () => (await import('./commands/billing.ts')).setOverage));

/** Executes a command line of `runwright`, of Node, program and arguments; an expected error is printed and gives the exit code 1. */
export async function executeCommand(commandLine: readonly string[]): Promise<void> {
  try {
    await program.parseAsync(commandLine);
  } catch (error) {
    // Commander has printed it already: an error of the command line, or the help that was asked for.
    if (error instanceof CommanderError) {
      process.exitCode = error.exitCode;
      return;
    }
    process.exitCode = 1;
    if (!RunwrightError.is(error)) throw error;
    console.error(error.message);
    printProblems(error.details.problems, error.message);
  }
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
