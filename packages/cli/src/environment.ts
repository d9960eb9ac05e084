import { type RecordOptions, RunwrightError } from '@runwright/contract';
import { secretVariablePrefix } from '@runwright/core';
import { type MailSettings, readMailSettings } from './mail.ts';
import { readVaultSettings, type VaultSettings } from './vaults.ts';

/** What the environment says, read once. The only place of Runwright that does. */
export interface Environment {
  /** Default `./.runwright`. */
  readonly dataDir: string;
  /** Default 127.0.0.1. */
  readonly host: string;
  /** Default 8000. */
  readonly port: number;
  /** Address under which people reach the service; default made of host and port. */
  readonly publicUrl: string | null;
  /** Fixes the first organization's key. */
  readonly apiKey: string | null;
  /** 32 bytes as base64 or 64 hexadecimal digits; else one is made and kept in the data folder. */
  readonly masterKey: string | null;
  /** Hosts that the egress policy lets through although they are private. */
  readonly allowedHosts: readonly string[];
  /** Hosts at which every secret may be typed. */
  readonly secretHosts: readonly string[];
  /** Path of the browser binary. */
  readonly chromium: string | null;
  /** What is recorded of browsers; null: what an engine records when nobody says. */
  readonly recordings: Required<RecordOptions> | null;
  readonly model: {
    readonly apiKey: string | null;
    readonly baseUrl: string | null;
    /** Model name; default the driver's. */
    readonly name: string | null;
    /** Model names by purpose, lower case, from `RUNWRIGHT_MODEL_<PURPOSE>`. */
    readonly byPurpose: Readonly<Record<string, string>>;
  };
  /** Variables that begin with `RUNWRIGHT_SECRET_`: what secret parameters may refer to. */
  readonly secrets: Readonly<Record<string, string | undefined>>;
  /** Password managers that items of parameters are read from. */
  readonly vaults: VaultSettings;
  /** The server that mail goes through; null: none. */
  readonly mail: MailSettings | null;
}

type Variables = Readonly<Record<string, string | undefined>>;

/** Reads the settings. Throws `invalid_input` naming the variable that is wrong. */
export function readEnvironment(variables: Variables = process.env): Environment {
  const text = (name: string) => variables[name]?.trim() || null;
  return {
    dataDir: text('RUNWRIGHT_DATA_DIR') ?? './.runwright',
    host: text('RUNWRIGHT_HOST') ?? '127.0.0.1',
    port: portOf(text('RUNWRIGHT_PORT')),
    publicUrl: text('RUNWRIGHT_PUBLIC_URL'),
    apiKey: text('RUNWRIGHT_API_KEY'),
    masterKey: text('RUNWRIGHT_MASTER_KEY'),
    allowedHosts: listOf(text('RUNWRIGHT_ALLOWED_HOSTS')),
    secretHosts: listOf(text('RUNWRIGHT_SECRET_HOSTS')),
    chromium: text('RUNWRIGHT_CHROMIUM'),
    recordings: recordingsOf(text('RUNWRIGHT_RECORD')),
    model: {
      apiKey: text('OPENAI_API_KEY'),
      baseUrl: text('OPENAI_BASE_URL'),
      name: text('RUNWRIGHT_MODEL'),
      byPurpose: modelsByPurpose(variables),
    },
    secrets: Object.fromEntries(
      Object.entries(variables).filter(([name]) => name.startsWith(secretVariablePrefix)),
    ),
    vaults: readVaultSettings(text),
    mail: readMailSettings(text),
  };
}

function portOf(text: string | null): number {
  if (text === null) return 8000;
  const port = Number(text);
  if (Number.isInteger(port) && port >= 0 && port <= 65_535) return port;
  throw new RunwrightError(
    'invalid_input',
    `RUNWRIGHT_PORT has to be a port number from 0 to 65535, not \`${text}\`; correct or remove it.`,
  );
}

/** A list such as `video,har`, or `none`. */
/** A list that is separated by commas or spaces. */
function listOf(text: string | null): readonly string[] {
  return (text ?? '').split(/[\s,]+/).filter((entry) => entry !== '');
}

function recordingsOf(text: string | null): Environment['recordings'] {
  if (text === null) return null;
  const names = text === 'none' ? [] : text.split(/[\s,]+/).filter((name) => name !== '');
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

function modelsByPurpose(variables: Variables): Readonly<Record<string, string>> {
  const prefix = 'RUNWRIGHT_MODEL_';
  const entries = Object.entries(variables).flatMap(([name, value]) =>
    name.startsWith(prefix) && value ? [[name.slice(prefix.length).toLowerCase(), value] as const] : [],
  );
  return Object.fromEntries(entries);
}
