/** The members of a `package.json` that this check reads. */
export interface Manifest {
  readonly name: string;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly peerDependencies?: Readonly<Record<string, string>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
  readonly devDependencies?: Readonly<Record<string, string>>;
  /** `page`: libraries that are built into the web page that the package ships. */
  readonly config?: { readonly page?: readonly string[] };
}

/** For each folder of `packages/`, the dependencies that it may have when it is shipped; `null` means any. */
export type DependencyRules = Readonly<Record<string, readonly string[] | null>>;

const own = (...names: readonly string[]) => names.map((name) => `@runwright/${name}`);

/** A name that ends in `*` stands for every name that begins so. */
export const dependencyRules: DependencyRules = {
  contract: ['typebox'],
  jinja: [],
  sandbox: ['quickjs-emscripten-core', '@jitl/quickjs-wasmfile-release-sync', 'acorn', 'sucrase'],

  definition: [...own('contract', 'jinja'), 'ajv', 'ajv-formats', 'js-yaml', 're2js'],
  masking: own('contract'),
  core: [
    ...own('cassette', 'contract', 'definition', 'jinja', 'masking', 'sandbox'),
    ...['@opentelemetry/api', 'croner', 'xstate', 'p-queue', 'jsonrepair', 'otpauth', 'tldts', 'undici'],
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
  'queue-pgboss': [...own('contract'), 'pg', 'pg-boss'],
  'artifacts-s3': [
    ...own('contract'),
    '@aws-sdk/client-s3',
    '@aws-sdk/lib-storage',
    // Signs the links of `presignedLinks`.
    '@aws-sdk/s3-request-presigner',
  ],
  workflow: own('contract'),
  client: ['eventsource-parser', 'openapi-fetch'],

  'driver-playwright': [
    ...own('contract', 'masking', 'page-actions', 'page-reader'),
    ...['@ghostery/adblocker', '@jsquash/jpeg', '@jsquash/webp', 'mediabunny', 'playwright-core', 'pngjs'],
    ...['proxy-chain', 'ws', 'yauzl', 'yazl'],
  ],
  'http-adapter': [...own('contract', 'core'), 'fastify', '@fastify/*', 'range-parser', 'ws', 'yazl'],
  demo: [...own('contract'), 'fastify', 'pdf-lib'],
  testing: [...own('contract', 'demo'), 'vitest', 'pdf-lib'],
  embed: [
    ...own('agent', 'contract', 'core', 'driver-playwright', 'model-anthropic', 'model-openai', 'store-sql'),
    '@standard-schema/spec',
  ],
  cassette: [...own('contract'), 'diff'],
  mcp: [...own('contract', 'core'), '@modelcontextprotocol/sdk'],

  console: [
    ...own('client'),
    ...[
      '@cfworker/json-schema',
      '@codemirror/*',
      '@dagrejs/dagre',
      '@lezer/highlight',
      '@rjsf/*',
      '@tanstack/*',
      '@xyflow/react',
    ],
    ...['codemirror', 'cronstrue', 'lucide-react', 'radix-ui', 'react', 'react-dom', 'uplot', 'yaml'],
  ],
  cli: null,
};

/** Of our own packages, tests may use this one besides those that the rules allow. */
const forTests = '@runwright/testing';

/**
 * Returns one sentence for each dependency that the rules do not allow.
 *
 * @param folder the package's folder in `packages/`
 */
export function dependencyViolations(
  folder: string,
  manifest: Manifest,
  rules: DependencyRules = dependencyRules,
): readonly string[] {
  if (!Object.hasOwn(rules, folder)) {
    return [
      `\`${folder}\` has no row in \`dependencyRules\`. Add one to scripts/layers.ts and to CONTRIBUTING.md.`,
    ];
  }
  const allowed = rules[folder];
  if (!allowed) return [];

  const shipped = Object.keys({
    ...manifest.dependencies,
    ...manifest.peerDependencies,
    ...manifest.optionalDependencies,
  }).concat(manifest.config?.page ?? []);
  const forDevelopment = Object.keys(manifest.devDependencies ?? {}).filter(isOurs);
  return [
    ...shipped
      .filter((name) => !isAllowed(name, allowed))
      .map((name) => `\`${folder}\` may not depend on \`${name}\`; the rules allow ${list(allowed)}.`),
    ...forDevelopment
      .filter((name) => name !== forTests && !isAllowed(name, allowed))
      .map(
        (name) =>
          `\`${folder}\` may not use \`${name}\` even in tests; besides its row they may use \`${forTests}\`.`,
      ),
  ];
}

/** Tells whether a dependency is a package of this workspace. */
export function isOurs(name: string): boolean {
  return name === 'runwright' || name.startsWith('@runwright/');
}

function isAllowed(name: string, allowed: readonly string[]): boolean {
  return allowed.some((rule) => (rule.endsWith('*') ? name.startsWith(rule.slice(0, -1)) : name === rule));
}

function list(names: readonly string[]): string {
  return names.length === 0 ? 'nothing' : names.map((name) => `\`${name}\``).join(', ');
}

/**
 * For each package with layered folders, its folders and the files at its root, from top to bottom: a file imports only
 * from its own folder and from those below it. Tests and their helpers may import everything.
 */
export const folderLayers: Readonly<Record<string, readonly string[]>> = {
  definition: [
    'index.ts',
    ...['drawing', 'repair', 'checks', 'document', 'parameters', 'graph', 'blocks'],
    ...['template', 'schema', 'address.ts', 'allowed-domains.ts', 'blocked-ports.ts', 'request-headers.ts'],
    'problem.ts',
  ],
  core: [
    ...['index.ts', 'machines.ts', 'metrics.ts', 'records.ts'],
    ...['engine', 'worker', 'webhooks'],
    ...['execution', 'execution/loops', 'execution/context'],
    ...['blocks', 'blocks/code', 'blocks/http', 'blocks/loops', 'blocks/conditions'],
    ...[
      'sessions',
      'runs',
      'schedules',
      'run-requests',
      'engine-deps.ts',
      'browser',
      'live',
      'journal',
      'state',
    ],
    ...['scripts/learning', 'scripts', 'one-time-codes', 'model', 'files', 'registry'],
    ...['billing', 'secrets', 'credentials', 'crypto'],
    ...['records', 'telemetry', 'local-drivers', 'network', 'machines', 'api', 'runtime', 'version.ts'],
  ],
};

/** A source file that imports another one of its package, type imports included; paths from `src`, with `/`. */
export interface FileImport {
  readonly from: string;
  readonly to: string;
}

/** Returns the imports of one file's text that name another file of its package. */
export function relativeImports(path: string, text: string): readonly FileImport[] {
  const specifiers = text.matchAll(/^(?:import|export)\s[^;'"]*?from\s+'(\.[^']+)';$/gm);
  return [...specifiers].map(([, specifier = '']) => ({
    from: path,
    to: new URL(specifier, `file:///${path}`).pathname.slice(1),
  }));
}

/** Returns one sentence for each import of a file in a higher layer, and for each file that is in no layer. */
export function upwardImports(imports: readonly FileImport[], layers: readonly string[]): readonly string[] {
  return imports.flatMap(({ from, to }) => {
    const [lower, upper] = [layerOf(from, layers), layerOf(to, layers)];
    if (lower === -1) return [`\`${from}\` is in no layer. Name its folder in \`folderLayers\`.`];
    if (upper >= lower) return [];
    return [`\`${from}\` imports \`${to}\`, which is in a higher layer. Move what both need further down.`];
  });
}

function layerOf(path: string, layers: readonly string[]): number {
  return layers.indexOf(path.includes('/') ? path.slice(0, path.lastIndexOf('/')) : path);
}
