import { existsSync, globSync, readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { type TableCommand, wrongArguments } from './command-table.ts';
import { curlRequest } from './curl-request.ts';
import type { SampleService } from './sample-service.ts';
import type { ShellCommand } from './shell-commands.ts';

/** Commands of the system that samples may use, each with the reason why a reader needs it. */
export const systemCommands: Readonly<Record<string, string>> = {
  'apt-get': 'installs Chromium and other packages of Debian',
  caddy: 'a reverse proxy in front of the service',
  cat: 'writes or shows a small file',
  cd: 'enters a folder that was made',
  chmod: 'keeps a file with keys from other users',
  chown: 'gives the data folder to the user of the service',
  cp: 'copies an example out of an installed package',
  docker: 'runs the service in a container',
  echo: 'writes a line into a file',
  export: 'sets a setting of the service, which is checked by its name',
  git: 'clones the repository',
  grep: 'takes an id out of an answer',
  head: 'takes the first line of an answer',
  install: 'makes a folder with its owner',
  journalctl: 'shows the log of the service under systemd',
  jq: 'takes a member out of an answer',
  kubectl: 'runs the service on Kubernetes',
  ls: 'shows what a command has written',
  mkdir: 'makes the folder of a project',
  nginx: 'a reverse proxy in front of the service',
  ollama: 'serves a model on the own machine',
  openssl: 'generates a master key or a signature',
  ps: 'shows the processes of the service',
  rm: 'removes what the page has made',
  rsync: 'copies a backup',
  sleep: 'waits between two requests',
  sqlite3: 'backs up the database',
  sudo: 'does as root what only root may do',
  systemctl: 'starts the service under systemd',
  'systemd-analyze': 'checks a unit',
  tar: 'packs a backup',
  useradd: 'makes the user of the service',
  vllm: 'serves a model on the own machine',
};

/** What the workspace has that commands name. */
export interface Workspace {
  readonly root: string;
  /** Scripts of the root manifest. */
  readonly scripts: ReadonlySet<string>;
  /** Names of own packages and of those of the lockfile. */
  readonly packages: ReadonlySet<string>;
  /** Names of variables that the command, the tests or the scripts read. */
  readonly settings: ReadonlySet<string>;
  readonly runwright: TableCommand;
}

/** Returns what is wrong with a command, null for nothing. */
export async function wrongCommand(
  { words, settings }: ShellCommand,
  workspace: Workspace,
  service: SampleService,
): Promise<string | null> {
  const [name = '', ...args] = words;
  const unknown = settings.find((setting) => !isSetting(setting, workspace));
  if (unknown !== undefined) return `no setting is called \`${unknown}\``;
  switch (name) {
    case 'curl':
      return await wrongCurl(args, workspace, service);
    case 'npm':
      return wrongNpm(args, workspace);
    case 'npx':
      return wrongNpx(args, workspace);
    case 'runwright':
      return wrongArguments(workspace.runwright, args);
    case 'node':
      return wrongNode(args, workspace);
    case 'env':
      return `\`env\` is not checked; write the variables before the command`;
    default:
      return Object.hasOwn(systemCommands, name)
        ? null
        : `\`${name}\` is not known. Use a command that is, or add it with a reason to \`systemCommands\``;
  }
}

/** Names that the commands are recorded under. */
export const recordedCommands = [
  'npm',
  'npx',
  'node',
  'runwright',
  'env',
  ...Object.keys(systemCommands),
].filter((name) => !['cd', 'echo', 'export', 'sleep', 'sudo', 'jq', 'grep', 'head'].includes(name));

function isSetting(name: string, { settings }: Workspace): boolean {
  return settings.has(name) || /^RUNWRIGHT_(?:SECRET|MODEL|MODEL_FALLBACK)_[A-Z0-9_]+$/.test(name);
}

async function wrongCurl(
  args: readonly string[],
  { root }: Workspace,
  service: SampleService,
): Promise<string | null> {
  try {
    const { method, url, data, form, headers } = curlRequest(args);
    const { pathname, search } = new URL(/^https?:/.test(url) ? url : `http://${url}`);
    // A service may be served below a path.
    const path = pathname.replace(/^.*?(?=\/(?:v1|api|mcp|health|ready)\b)/, '') + search;
    if (form.length > 0) {
      const missing = form.flatMap((field) => /=@(examples\/[^;]+)/.exec(field)?.[1] ?? []);
      const gone = missing.find((file) => !existsSync(join(root, file)));
      return gone === undefined ? service.checkRoute(method, path) : `there is no file \`${gone}\``;
    }
    if (data !== null && headers.get('content-type') !== 'application/json')
      return `the body has no header \`content-type: application/json\``;
    if (data?.startsWith('@')) return service.checkRoute(method, path);
    return await service.check({ method, path, body: data === null ? undefined : JSON.parse(data) });
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

function wrongNpm(args: readonly string[], { scripts, packages }: Workspace): string | null {
  const [command = '', ...rest] = args;
  const names = rest.filter((word) => !word.startsWith('-'));
  switch (command) {
    case 'start':
    case 'test':
      return scripts.has(command) ? null : `package.json has no script \`${command}\``;
    case 'run':
      return scripts.has(names[0] ?? '') ? null : `package.json has no script \`${names[0] ?? ''}\``;
    case 'install':
    case 'i':
    case 'uninstall': {
      const unknown = names.map(withoutVersion).find((name) => !packages.has(name));
      return unknown === undefined ? null : `neither the workspace nor its lockfile has \`${unknown}\``;
    }
    case 'init':
    case 'ci':
    case 'update':
    case 'pkg':
      return null;
    default:
      return `\`npm ${command}\` is not checked`;
  }
}

function wrongNpx(args: readonly string[], workspace: Workspace): string | null {
  const words = args.slice(args.findIndex((word) => !word.startsWith('-')));
  const [name = '', ...rest] = words;
  const own = withoutVersion(name);
  if (own === 'runwright') return wrongArguments(workspace.runwright, rest);
  return workspace.packages.has(own) ? null : `neither the workspace nor its lockfile has \`${own}\``;
}

function wrongNode(args: readonly string[], { root }: Workspace): string | null {
  const file = args.find((word) => !word.startsWith('-'));
  if (file === undefined) return null;
  if (existsSync(join(root, file))) return null;
  // A reader saves the examples under their own names.
  const examples = globSync('examples/**/*.{ts,mjs,js}', {
    cwd: root,
    exclude: (name) => name === 'node_modules',
  });
  return examples.some((path) => basename(path) === basename(file))
    ? null
    : `no file of examples is called \`${basename(file)}\``;
}

function withoutVersion(name: string): string {
  return name.replace(/(?<=.)@[^/]*$/, '');
}

/** Reads what commands may name from the manifests, the lockfile and the sources. */
export function readWorkspace(root: string, runwright: TableCommand): Workspace {
  const manifest = (path: string): { readonly name: string; readonly scripts?: object } =>
    JSON.parse(readFileSync(join(root, path), 'utf8'));
  // What `npm run check:packages` installs as a user would.
  const installed = readFileSync(join(root, 'scripts/check-packages.ts'), 'utf8');
  const tried = [...installed.matchAll(/'(@?[\w./-]+)@\d[\w.]*'/g)].map(([, name = '']) => name);
  const own = readdirSync(join(root, 'packages')).map(
    (name) => manifest(`packages/${name}/package.json`).name,
  );
  const lock = readFileSync(join(root, 'pnpm-lock.yaml'), 'utf8');
  const locked = [...lock.matchAll(/^ {2}'?(@?[\w./-]+)@\d/gm)].map(([, name = '']) => name);
  const sources = globSync(
    ['packages/cli/src/**/*.ts', 'scripts/*.{ts,mjs}', 'scripts/setup/*.mjs', 'vitest.config.ts'],
    {
      cwd: root,
    },
  ).filter((path) => !/\.test[.-]/.test(path));
  const settings = sources.flatMap((path) => [
    ...readFileSync(join(root, path), 'utf8').matchAll(
      /\b(?:RUNWRIGHT|OPENAI|ANTHROPIC)_[A-Z0-9_]*[A-Z0-9]\b/g,
    ),
  ]);
  return {
    root,
    scripts: new Set(Object.keys(manifest('package.json').scripts ?? {})),
    packages: new Set([...own, ...locked, ...tried]),
    settings: new Set(settings.map(([name]) => name)),
    runwright,
  };
}
