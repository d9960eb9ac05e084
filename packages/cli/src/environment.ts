import { modelPurposes, type RecordOptions, RunwrightError } from '@runwright/contract';
import { checkKeyText, secretVariablePrefix } from '@runwright/core';
import { parseArtifactsUrl } from './artifacts-url.ts';
import {
  type AddressKind,
  readAddress,
  readFlag,
  readHosts,
  readList,
  readOrigins,
  readPort,
  readPositiveNumber,
  readRate,
  readSeconds,
  readWholeNumber,
} from './environment-values.ts';
import { type MailSettings, readMailSettings } from './mail-settings.ts';
import { type PasswordManagerSettings, readPasswordManagerSettings } from './password-manager-sources.ts';
import { readTelemetrySettings, type TelemetrySettings } from './telemetry/telemetry-settings.ts';
import { findUnknownVariables, type UnknownVariable } from './unknown-variables.ts';
import {
  type ReadVariable,
  readUser,
  type UserSettings,
  type Variables,
  variableReader,
} from './user-settings.ts';

/** Settings from environment variables, which only this module and those that it imports read. */
export interface Environment extends UserSettings {
  /** Path of the configuration file; null: that of the working folder, if it has one. */
  readonly configFile: string | null;
  /** Address of a PostgreSQL database, for several processes; null for SQLite in the data folder. */
  readonly databaseUrl: string | null;
  /** Place of artifacts, such as `s3://bucket/prefix`; null for the data folder. */
  readonly artifactsUrl: string | null;
  /** Default 127.0.0.1. */
  readonly host: string;
  /** Default 8000. */
  readonly port: number;
  /** Public URL of the service. Default: from host and port. */
  readonly publicUrl: string | null;
  /** URL at which other processes reach the browsers of this one; null: loopback, for processes of one machine. */
  readonly internalUrl: string | null;
  /** Port of it; null: that of the URL, else any. */
  readonly internalPort: number | null;
  /** API key of the first organization; null to generate one. */
  readonly apiKey: string | null;
  /** 32 bytes as base64 or 64 hexadecimal digits; null to generate one and save it in the data folder. */
  readonly masterKey: string | null;
  /** New key for `runwright keys rotate-master`; null to generate one. */
  readonly newMasterKey: string | null;
  /** Private hosts that the egress policy allows. */
  readonly allowedHosts: readonly string[];
  /** Ids of the organizations that use what belongs to the host, or `*` for all; null: the first one. */
  readonly hostOrganizations: readonly string[] | '*' | null;
  /** Hosts on which every secret may be used. */
  readonly secretHosts: readonly string[];
  /** Hosts that requests may name besides the loopback ones; only looked at when the server listens on a loopback address. */
  readonly servedHosts: readonly string[];
  /** Origins of other sites whose pages may send requests that change something. */
  readonly allowedOrigins: readonly string[];
  /** Origins whose pages may read responses; `*` for all, null for none. */
  readonly corsOrigins: readonly string[] | '*' | null;
  /** Run starts of an organization, and requests of a key, in a time; null: any number. */
  readonly runStartLimit: { readonly max: number; readonly windowSeconds: number } | null;
  readonly requestLimit: { readonly max: number; readonly windowSeconds: number } | null;
  /** What members of request bodies lead to that their route does not know; null: the adapter's default. */
  readonly unknownMembers: 'refuse' | 'report' | null;
  /** Serves the console. Default true. */
  readonly console: boolean;
  /** Least level of log lines. */
  readonly logLevel: 'info' | 'warn' | 'error';
  /** Connections at once; null: the adapter's default. */
  readonly maxConnections: number | null;
  /** Time for the headers of a request; null: the adapter's default. */
  readonly headersTimeoutMs: number | null;
  /** Time for a whole request; null: the adapter's default. */
  readonly requestTimeoutMs: number | null;
  /** Idle time of a connection; null: the adapter's default. */
  readonly idleTimeoutMs: number | null;
  /** Concurrent runs; null: a number derived from the machine's CPUs and memory. */
  readonly concurrency: number | null;
  /** Browsers that the process holds at once, of runs and sessions; null: a number derived from the machine's memory. */
  readonly maxBrowsers: number | null;
  /** Time that running blocks have to end when the service is stopped; null: the engine's default. */
  readonly drainMs: number | null;
  /** MiB of memory and of storage of each browser; null: the driver's default. */
  readonly browserMemoryMib: number | null;
  readonly browserStorageMib: number | null;
  /** Browser sessions that may be open at once; null: the engine's default. */
  readonly browserSessions: number | null;
  /** Browser sessions of one organization that may be open at once; null: the engine's default. */
  readonly organizationSessions: number | null;
  /** Limits of runs at once, of organizations and of priorities; null: the engine's default. */
  readonly runLimits: Readonly<Record<RunLimit, number | null>>;
  /** Opens the address of a browser session that does not say; false: of none; null: of those that ask for it. */
  readonly exposeBrowsers: boolean | null;
  /** Whether runs without credits are refused. Default false. */
  readonly enforceBilling: boolean;
  /** Path of the browser binary. */
  readonly chromium: string | null;
  /** What keeps browser sessions apart; null: the driver's default. */
  readonly browserIsolation: 'process' | 'context' | null;
  /** Days that ended runs are kept; null: for ever. */
  readonly retentionDays: number | null;
  /** Kinds of browser recordings; null: the engine's default. */
  readonly recordings: Required<RecordOptions> | null;
  readonly model: {
    readonly apiKey: string | null;
    readonly baseUrl: string | null;
    /** Anthropic's API, for models whose names begin with `claude` or `anthropic/`. */
    readonly anthropic: { readonly apiKey: string | null; readonly baseUrl: string | null };
    /** Model name; default the driver's. */
    readonly name: string | null;
    /** Model names by purpose, lower case, from `RUNWRIGHT_MODEL_<PURPOSE>`. */
    readonly byPurpose: Readonly<Record<string, string>>;
    /** Names of the models that are asked, in this order, when another gives no answer. */
    readonly fallbacks: readonly string[];
    /** The same for one purpose, lower case, from `RUNWRIGHT_MODEL_FALLBACK_<PURPOSE>`; it replaces `fallbacks`. */
    readonly fallbacksByPurpose: Readonly<Record<string, readonly string[]>>;
    /** Names of the models that take no images; all others do. */
    readonly withoutImages: readonly string[];
    /** Time limit of one call; null: the engine's default. */
    readonly timeoutMs: number | null;
    /** Time that a call waits when a model asks it to; null: the engine's default. */
    readonly waitMs: number | null;
    /** Caps on the calls of one run, in US dollars and tokens; null: none. */
    readonly runCost: number | null;
    readonly runTokens: number | null;
    /** Caps on the calls of an organization in one day (UTC); null: none. */
    readonly dayCost: number | null;
    readonly dayTokens: number | null;
    /** Path of the file of prices; null: the list prices. */
    readonly priceFile: string | null;
  };
  /** Variables that begin with `RUNWRIGHT_SECRET_`: what secret parameters may refer to. */
  readonly secrets: Readonly<Record<string, string | undefined>>;
  /** Password managers that items of parameters are read from. */
  readonly passwordManagers: PasswordManagerSettings;
  /** Path of the file that maps locations to proxies; null: every run connects directly. */
  readonly proxyFile: string | null;
  /** How metrics and traces leave the process. */
  readonly telemetry: TelemetrySettings;
  /** The server that mail goes through; null: none. */
  readonly mail: MailSettings | null;
  /** Variables that are named like settings and that nothing reads. */
  readonly unknownVariables: readonly UnknownVariable[];
}

/** The limits of the engine that variables of their own set. */
type RunLimit =
  | 'organizationConcurrency'
  | 'workflowConcurrency'
  | 'hostConcurrency'
  | 'organizationStorageBytes'
  | 'organizationBrowsers'
  | 'highestPriority';

/** Reads the settings. Throws `invalid_input` naming the variable that is wrong. */
export function readEnvironment(variables: Variables = process.env): Environment {
  const read = variableReader(variables);
  const known = new Set<string>();
  const text: ReadVariable = (name) => {
    known.add(name);
    return read(name);
  };
  const wholeNumber = (name: string, range?: { readonly least: number }) =>
    readWholeNumber(name, text(name), range);
  const seconds = (name: string, range?: { readonly least: number }) => readSeconds(name, text(name), range);
  const mebibytes = (name: string) => {
    const count = wholeNumber(name);
    return count === null ? null : count * 1024 * 1024;
  };
  const address = (name: string, kind: AddressKind) => readAddress(name, text(name), kind);
  const positiveNumber = (name: string) => readPositiveNumber(name, text(name));
  const environment: Omit<Environment, 'unknownVariables'> = {
    ...readUser(text),
    configFile: text('RUNWRIGHT_CONFIG'),
    databaseUrl: databaseUrlOf(text('RUNWRIGHT_DATABASE_URL')),
    artifactsUrl: readArtifactsUrl(text('RUNWRIGHT_ARTIFACTS_URL')),
    host: text('RUNWRIGHT_HOST') ?? '127.0.0.1',
    port: readPort('RUNWRIGHT_PORT', text('RUNWRIGHT_PORT')) ?? 8000,
    publicUrl: address('RUNWRIGHT_PUBLIC_URL', {
      example: 'https://runs.example.com or https://app.example.com/automation',
      accepts: ({ username, password, search, hash }) => `${username}${password}${search}${hash}` === '',
    }),
    internalUrl: readOrigin(
      address('RUNWRIGHT_INTERNAL_URL', {
        example: 'http://10.0.0.7:8100',
        accepts: ({ href, origin }) => href === `${origin}/`,
      }),
    ),
    internalPort: readPort('RUNWRIGHT_INTERNAL_PORT', text('RUNWRIGHT_INTERNAL_PORT')),
    apiKey: readApiKey(text('RUNWRIGHT_API_KEY')),
    masterKey: text('RUNWRIGHT_MASTER_KEY'),
    hostOrganizations: readOrganizations(text('RUNWRIGHT_HOST_ORGANIZATIONS')),
    secretHosts: readList(text('RUNWRIGHT_SECRET_HOSTS')),
    newMasterKey: text('RUNWRIGHT_NEW_MASTER_KEY'),
    allowedHosts: readHosts('RUNWRIGHT_ALLOWED_HOSTS', text('RUNWRIGHT_ALLOWED_HOSTS')),
    servedHosts: readHosts('RUNWRIGHT_SERVED_HOSTS', text('RUNWRIGHT_SERVED_HOSTS')),
    allowedOrigins: readOrigins('RUNWRIGHT_ALLOWED_ORIGINS', text('RUNWRIGHT_ALLOWED_ORIGINS')),
    corsOrigins: corsOriginsOf(text('RUNWRIGHT_CORS_ORIGINS')),
    runStartLimit: readRate('RUNWRIGHT_RUN_START_LIMIT', text('RUNWRIGHT_RUN_START_LIMIT')),
    requestLimit: readRate('RUNWRIGHT_REQUEST_LIMIT', text('RUNWRIGHT_REQUEST_LIMIT')),
    unknownMembers: readUnknownMembers(text('RUNWRIGHT_UNKNOWN_MEMBERS')),
    console: readFlag('RUNWRIGHT_CONSOLE', text('RUNWRIGHT_CONSOLE') ?? 'true'),
    logLevel: logLevelOf(text('RUNWRIGHT_LOG_LEVEL')),
    maxConnections: wholeNumber('RUNWRIGHT_MAX_CONNECTIONS'),
    headersTimeoutMs: seconds('RUNWRIGHT_HEADERS_TIMEOUT'),
    requestTimeoutMs: seconds('RUNWRIGHT_REQUEST_TIMEOUT'),
    idleTimeoutMs: seconds('RUNWRIGHT_IDLE_TIMEOUT'),
    concurrency: wholeNumber('RUNWRIGHT_CONCURRENCY'),
    maxBrowsers: wholeNumber('RUNWRIGHT_MAX_BROWSERS'),
    drainMs: seconds('RUNWRIGHT_DRAIN_SECONDS', { least: 0 }),
    browserMemoryMib: wholeNumber('RUNWRIGHT_BROWSER_MEMORY'),
    browserStorageMib: wholeNumber('RUNWRIGHT_BROWSER_STORAGE'),
    browserSessions: wholeNumber('RUNWRIGHT_BROWSER_SESSIONS'),
    organizationSessions: wholeNumber('RUNWRIGHT_ORGANIZATION_SESSIONS'),
    runLimits: {
      organizationConcurrency: wholeNumber('RUNWRIGHT_ORGANIZATION_CONCURRENCY'),
      workflowConcurrency: wholeNumber('RUNWRIGHT_WORKFLOW_CONCURRENCY'),
      hostConcurrency: wholeNumber('RUNWRIGHT_HOST_CONCURRENCY'),
      organizationStorageBytes: mebibytes('RUNWRIGHT_ORGANIZATION_STORAGE'),
      organizationBrowsers: wholeNumber('RUNWRIGHT_ORGANIZATION_BROWSERS'),
      highestPriority: wholeNumber('RUNWRIGHT_HIGHEST_PRIORITY', { least: 0 }),
    },
    exposeBrowsers:
      text('RUNWRIGHT_EXPOSE_BROWSERS') === null
        ? null
        : readFlag('RUNWRIGHT_EXPOSE_BROWSERS', text('RUNWRIGHT_EXPOSE_BROWSERS')),
    enforceBilling: readFlag('RUNWRIGHT_BILLING_ENFORCE', text('RUNWRIGHT_BILLING_ENFORCE')),
    chromium: text('RUNWRIGHT_CHROMIUM'),
    browserIsolation: isolationOf(text('RUNWRIGHT_BROWSER_ISOLATION')),
    retentionDays: positiveNumber('RUNWRIGHT_RETENTION_DAYS'),
    recordings: recordingsOf(text('RUNWRIGHT_RECORD')),
    model: {
      apiKey: text('OPENAI_API_KEY'),
      baseUrl: address('OPENAI_BASE_URL', { example: 'https://api.openai.com/v1' }),
      anthropic: {
        apiKey: text('ANTHROPIC_API_KEY'),
        baseUrl: address('ANTHROPIC_BASE_URL', { example: 'https://api.anthropic.com' }),
      },
      name: text('RUNWRIGHT_MODEL'),
      byPurpose: byPurpose(text, 'RUNWRIGHT_MODEL_', (value) => value),
      fallbacks: readList(text('RUNWRIGHT_MODEL_FALLBACK')),
      fallbacksByPurpose: byPurpose(text, 'RUNWRIGHT_MODEL_FALLBACK_', readList),
      withoutImages: readList(text('RUNWRIGHT_MODEL_NO_IMAGES')),
      timeoutMs: seconds('RUNWRIGHT_MODEL_TIMEOUT'),
      waitMs: seconds('RUNWRIGHT_MODEL_WAIT'),
      runCost: positiveNumber('RUNWRIGHT_MAX_RUN_COST'),
      runTokens: positiveNumber('RUNWRIGHT_MAX_RUN_TOKENS'),
      dayCost: positiveNumber('RUNWRIGHT_MAX_DAY_COST'),
      dayTokens: positiveNumber('RUNWRIGHT_MAX_DAY_TOKENS'),
      priceFile: text('RUNWRIGHT_PRICES'),
    },
    secrets: Object.fromEntries(
      Object.entries(variables).filter(([name]) => name.startsWith(secretVariablePrefix)),
    ),
    passwordManagers: readPasswordManagerSettings(text),
    proxyFile: text('RUNWRIGHT_PROXIES'),
    telemetry: readTelemetrySettings(text),
    mail: readMailSettings(text),
  };
  const unknownVariables = findUnknownVariables(variables, known);
  const wrongModel = unknownVariables.find(({ name }) => modelVariable.test(name));
  if (wrongModel) throw unknownPurpose(wrongModel);
  return { ...environment, unknownVariables };
}

/** Looks at a key at every start: one that is stored already may be from a time when it was accepted. */
function readApiKey(text: string | null): string | null {
  if (text === null) return null;
  try {
    checkKeyText(text);
    return text;
  } catch (cause) {
    if (!RunwrightError.is(cause)) throw cause;
    throw new RunwrightError('invalid_input', `RUNWRIGHT_API_KEY: ${cause.message}`, { cause });
  }
}

function readOrganizations(text: string | null): readonly string[] | '*' | null {
  if (text === null || text === '*') return text;
  const ids = readList(text);
  const wrong = ids.find((id) => !/^[\w-]{1,64}$/.test(id));
  if (wrong === undefined) return ids;
  throw new RunwrightError(
    'invalid_input',
    `RUNWRIGHT_HOST_ORGANIZATIONS has to be \`*\` or a list of ids of organizations such as o_123, not \`${wrong}\`; correct or remove it.`,
  );
}

function corsOriginsOf(text: string | null): readonly string[] | '*' | null {
  if (text === null || text === '*') return text;
  return readOrigins('RUNWRIGHT_CORS_ORIGINS', text);
}

function logLevelOf(text: string | null): 'info' | 'warn' | 'error' {
  if (text === null) return 'warn';
  if (text === 'info' || text === 'warn' || text === 'error') return text;
  throw new RunwrightError(
    'invalid_input',
    `RUNWRIGHT_LOG_LEVEL has to be info, warn or error, not \`${text}\`; correct or remove it.`,
  );
}

function readUnknownMembers(text: string | null): 'refuse' | 'report' | null {
  if (text === null || text === 'refuse' || text === 'report') return text;
  throw new RunwrightError(
    'invalid_input',
    `RUNWRIGHT_UNKNOWN_MEMBERS has to be refuse or report, not \`${text}\`; correct or remove it.`,
  );
}

function isolationOf(text: string | null): 'process' | 'context' | null {
  if (text === null || text === 'process' || text === 'context') return text;
  throw new RunwrightError(
    'invalid_input',
    `RUNWRIGHT_BROWSER_ISOLATION has to be process or context, not \`${text}\`; correct or remove it.`,
  );
}

function databaseUrlOf(text: string | null): string | null {
  if (text === null || /^postgres(?:ql)?:$/.test(URL.parse(text)?.protocol ?? '')) return text;
  throw new RunwrightError(
    'invalid_input',
    // The address may hold a password, so it is not shown.
    'RUNWRIGHT_DATABASE_URL has to be an address such as `postgres://user:password@host:5432/database`; correct or remove it.',
  );
}

/** A wrong address is reported with the other settings, not when the artifacts are opened. */
function readArtifactsUrl(text: string | null): string | null {
  if (text !== null) parseArtifactsUrl(text);
  return text;
}

function readOrigin(address: string | null): string | null {
  return address === null ? null : new URL(address).origin;
}

/** A list such as `video,har`, or `none`. */
function recordingsOf(text: string | null): Environment['recordings'] {
  if (text === null) return null;
  const names = text === 'none' ? [] : readList(text);
  const known = ['video', 'har', 'console', 'trace'];
  const unknown = names.find((name) => !known.includes(name));
  if (unknown !== undefined) {
    throw new RunwrightError(
      'invalid_input',
      `RUNWRIGHT_RECORD has to be \`none\` or a list of ${known.join(', ')}, not \`${unknown}\`; correct or remove it.`,
    );
  }
  const has = (name: string) => names.includes(name);
  return { video: has('video'), har: has('har'), console: has('console'), trace: has('trace') };
}

/** A name that is made like that of a model for a purpose, which is one word. */
const modelVariable = /^RUNWRIGHT_MODEL_(?:FALLBACK_)?[^_]+$/;

function unknownPurpose({ name, meant }: UnknownVariable): RunwrightError {
  const names = modelPurposes.map((purpose) => purpose.toUpperCase()).join(', ');
  const remedy = meant === null ? 'correct or remove it.' : `did you mean \`${meant}\`?`;
  return new RunwrightError(
    'invalid_input',
    `\`${name}\` names no purpose of model calls; ${remedy} Purposes are ${names}.`,
  );
}

/** Reads the variables whose names are a prefix and a purpose, by the purpose in lower case. */
function byPurpose<T>(
  text: ReadVariable,
  prefix: string,
  read: (value: string) => T,
): Readonly<Record<string, T>> {
  const entries = modelPurposes.flatMap((purpose) => {
    const value = text(`${prefix}${purpose.toUpperCase()}`);
    return value === null ? [] : [[purpose, read(value)] as const];
  });
  return Object.fromEntries(entries);
}
