import { spawnSync } from 'node:child_process';
import { loadAll } from 'js-yaml';
import { describe, expect, it } from 'vitest';
import { deployFiles, deployPath, drainSeconds, readDeployFile } from './deploy-files.test-helpers.ts';
import { kubernetesProblems } from './kubernetes-problems.test-helpers.ts';
import { isInstalled } from './start-proxy.ts';

const files = deployFiles().filter((file) => file.startsWith('kubernetes/'));
const documents: any[] = files
  .filter((file) => !file.endsWith('/kustomization.yaml'))
  .flatMap((file) => loadAll(readDeployFile(file)));
const ofKind = (kind: string) => documents.filter((document) => document.kind === kind);
const withPods = [...ofKind('Deployment'), ...ofKind('Job')];
const byName = (name: string) => withPods.find(({ metadata }) => metadata.name === name)?.spec.template.spec;

it('the manifests fit the types of the Kubernetes API', () => {
  expect(kubernetesProblems(documents)).toEqual([]);
});

it('a member that does not exist, a wrong type and a missing member are problems', () => {
  const copy = () => structuredClone(ofKind('Deployment')[0]);
  const [unknown, wrong, without] = [copy(), copy(), copy()];
  unknown.spec.replica = 1;
  wrong.spec.template.spec.terminationGracePeriodSeconds = '40';
  delete without.spec.selector;
  const problems = kubernetesProblems([unknown, wrong, without]).join('\n');
  expect(problems).toContain(`'"replica"' does not exist`);
  expect(problems).toContain("'string' is not assignable to type 'number'");
  expect(problems).toContain("'selector' is missing");
});

it('the kustomization names every manifest', () => {
  const [{ resources }] = loadAll(readDeployFile('kubernetes/kustomization.yaml')) as any[];
  expect(files.map((file) => file.slice('kubernetes/'.length)).toSorted()).toEqual(
    [...resources, 'kustomization.yaml'].toSorted(),
  );
});

const hasKubectl = isInstalled('kubectl', '--help');
if (!hasKubectl) console.log('LEFT OUT: kubectl is not installed, so it does not build the kustomization.');

it.skipIf(!hasKubectl)('kubectl builds the kustomization, with the image of the registry everywhere', () => {
  const { status, stdout } = spawnSync('kubectl', ['kustomize', deployPath('kubernetes')], {
    encoding: 'utf8',
  });
  expect(status).toBe(0);
  const images = loadAll(stdout).flatMap(({ spec }: any) => spec?.template?.spec.containers ?? []);
  expect(new Set(images.map(({ image }) => image))).toEqual(
    new Set(['registry.example.com/runwright:0.1.0']),
  );
});

describe.each(withPods.map(({ metadata, spec }) => [metadata.name, spec.template] as const))(
  'the pods of %s',
  (_name, { spec }) => {
    it('run as a user without rights', () => {
      expect(spec).toMatchObject({
        automountServiceAccountToken: false,
        securityContext: { runAsNonRoot: true, runAsUser: 10001 },
      });
      for (const { securityContext } of spec.containers) {
        expect(securityContext).toMatchObject({
          allowPrivilegeEscalation: false,
          readOnlyRootFilesystem: true,
          capabilities: { drop: ['ALL'] },
        });
      }
    });

    it('have no variables of Services, one of which would be RUNWRIGHT_PORT', () => {
      expect(spec.enableServiceLinks).toBe(false);
    });

    it('have limits of memory, settings and secrets by reference, and mounts that exist', () => {
      const volumes = spec.volumes.map((volume: { readonly name: string }) => volume.name);
      for (const container of spec.containers) {
        expect(container.resources.limits.memory).toMatch(/^\d+[GM]i$/);
        expect(container.envFrom).toEqual([
          { configMapRef: { name: 'runwright' } },
          { secretRef: { name: 'runwright' } },
        ]);
        for (const { name } of container.volumeMounts) expect(volumes).toContain(name);
      }
    });
  },
);

it('API and workers are stopped later than they have drained', () => {
  for (const name of ['runwright-api', 'runwright-worker'])
    expect(byName(name).terminationGracePeriodSeconds).toBeGreaterThan(drainSeconds);
});

it('the API is asked whether it is ready, and a database that is down restarts nothing', () => {
  const [api] = byName('runwright-api').containers;
  expect(api.readinessProbe.httpGet).toEqual({ path: '/ready', port: 'http' });
  expect(api.livenessProbe.httpGet).toBeUndefined();
});

it('only workers have the profile for the sandbox of Chromium', () => {
  const profiles = withPods.map(({ metadata, spec }) => [
    metadata.name,
    spec.template.spec.containers[0].securityContext.seccompProfile.type,
  ]);
  expect(Object.fromEntries(profiles)).toEqual({
    'runwright-api': 'RuntimeDefault',
    'runwright-migrate': 'RuntimeDefault',
    'runwright-worker': 'Localhost',
  });
});

it('selectors find the pods that they are for', () => {
  const labels = new Map(
    withPods.map(({ spec, metadata }) => [metadata.name, spec.template.metadata.labels]),
  );
  for (const { metadata, spec } of [...ofKind('Deployment'), ...ofKind('PodDisruptionBudget')])
    expect(labels.get(metadata.name)).toEqual(spec.selector.matchLabels);
  const [service] = ofKind('Service');
  expect(labels.get('runwright-api')).toEqual(service.spec.selector);
});

it('no file has a secret', () => {
  expect(ofKind('Secret')).toEqual([]);
  const settings = ofKind('ConfigMap').flatMap(({ data }) => Object.keys(data));
  expect(settings.filter((name) => /KEY|TOKEN|PASSWORD|DATABASE/.test(name))).toEqual([]);
});
