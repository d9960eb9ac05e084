/** What this check reads of a `package.json`. */
export interface Manifest {
  readonly name: string;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly peerDependencies?: Readonly<Record<string, string>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
  readonly devDependencies?: Readonly<Record<string, string>>;
}

/** For each folder of `packages/`, what it may depend on when it is shipped; `null` means anything. */
export type Law = Readonly<Record<string, readonly string[] | null>>;

const own = (...names: readonly string[]) => names.map((name) => `@runwright/${name}`);

/** A name that ends in `*` stands for every name that begins so. */
export const law: Law = {
  contract: ['typebox'],
  jinja: [],
  sandbox: ['quickjs-emscripten-core', '@jitl/quickjs-wasmfile-release-sync', 'acorn', 'sucrase'],

  core: [
    ...own('contract', 'jinja', 'sandbox'),
    ...['xstate', 'ajv', 'ajv-formats', 'js-yaml', 'p-queue', 'jsonrepair', 'otpauth', 're2js', 'tldts'],
    'undici',
  ],
  'blocks-io': [
    ...own('contract'),
    ...['@aws-sdk/client-s3', '@azure/storage-blob', 'csv-parse', 'mammoth', 'nodemailer', 'pdf-lib'],
    ...['read-excel-file', 'ssh2-sftp-client', 'unpdf', 'yauzl'],
  ],
  'secret-sources': own('contract'),
  'page-reader': own('contract'),
  'page-actions': own('contract', 'page-reader'),
  agent: [...own('contract', 'sandbox'), 'nunjucks'],
  'model-openai': [...own('contract'), 'openai'],
  'model-anthropic': [...own('contract'), '@anthropic-ai/sdk'],
  'store-sql': [...own('contract'), 'kysely', 'pg'],
  'queue-pgboss': [...own('contract'), 'pg-boss'],
  'artifacts-s3': [...own('contract'), '@aws-sdk/client-s3'],
  client: ['openapi-fetch'],

  'driver-playwright': [
    ...own('contract', 'page-actions', 'page-reader'),
    ...['@ghostery/adblocker', '@jsquash/jpeg', '@jsquash/webp', 'mediabunny', 'playwright-core', 'pngjs'],
    ...['proxy-chain', 'ws', 'yauzl', 'yazl'],
  ],
  'http-adapter': [...own('contract', 'core'), 'fastify', 'fastify-plugin', '@fastify/*', 'range-parser'],
  testing: [...own('contract'), 'vitest', 'fastify', 'pdf-lib'],

  console: own('client'),
  cli: null,
};

/** Of our own packages, tests may use this one besides what the law allows. */
const forTests = '@runwright/testing';

/**
 * Where a manifest departs from the law, one sentence each; empty when it does not.
 *
 * @param folder the package's folder in `packages/`
 */
export function departures(folder: string, manifest: Manifest, rules: Law = law): readonly string[] {
  if (!Object.hasOwn(rules, folder)) {
    return [
      `\`${folder}\` has no row in the law of imports; add one to scripts/layers.ts and CONTRIBUTING.md.`,
    ];
  }
  const allowed = rules[folder];
  if (!allowed) return [];

  const shipped = Object.keys({
    ...manifest.dependencies,
    ...manifest.peerDependencies,
    ...manifest.optionalDependencies,
  });
  const forDevelopment = Object.keys(manifest.devDependencies ?? {}).filter(isOurs);
  return [
    ...shipped
      .filter((name) => !isAllowed(name, allowed))
      .map((name) => `\`${folder}\` may not depend on \`${name}\`; the law allows ${list(allowed)}.`),
    ...forDevelopment
      .filter((name) => name !== forTests && !isAllowed(name, allowed))
      .map(
        (name) =>
          `\`${folder}\` may not use \`${name}\` even in tests; besides its law they may use \`${forTests}\`.`,
      ),
  ];
}

/** Whether a dependency is a package of this workspace. */
export function isOurs(name: string): boolean {
  return name === 'runwright' || name.startsWith('@runwright/');
}

function isAllowed(name: string, allowed: readonly string[]): boolean {
  return allowed.some((rule) => (rule.endsWith('*') ? name.startsWith(rule.slice(0, -1)) : name === rule));
}

function list(names: readonly string[]): string {
  return names.length === 0 ? 'nothing' : names.map((name) => `\`${name}\``).join(', ');
}
