import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { validate } from 'dockerfile-utils';
import { load } from 'js-yaml';
import { expect, it } from 'vitest';
import { drainSeconds } from './deploy-files.test-helpers.ts';

const folder = join(import.meta.dirname, '../../deploy');
const dockerfile = readFileSync(join(folder, 'Dockerfile'), 'utf8');
const service = Object(load(readFileSync(join(folder, 'compose.yaml'), 'utf8'))).services.runwright;

it('the linter of Dockerfiles finds nothing', () => {
  expect(validate(dockerfile)).toEqual([]);
  expect(validate(dockerfile.replace('WORKDIR', 'WORKDIRS'))).not.toEqual([]);
});

it('the packages are installed in a stage of their own, which is copied without the caches of npm', () => {
  expect(dockerfile.match(/^FROM .*/gm)).toHaveLength(2);
  const [, , last = ''] = dockerfile.split(/^FROM /m);
  expect(last).toMatch(/^COPY --from=packages /m);
  expect(last).not.toContain('npm ');
});

it('the image runs the service as a user without rights', () => {
  const user = /^USER (\w+)$/m.exec(dockerfile);
  expect(user?.[1]).toBe('runwright');
  const [, ...after] = dockerfile.split(/^USER runwright$/m);
  expect(after.join('')).toMatch(/^CMD \["node_modules\/.bin\/runwright", "start"\]$/m);
  expect(after.join('')).not.toMatch(/^USER/m);
});

it('the container has the folders, the user and the port of the image', () => {
  const data = /RUNWRIGHT_DATA_DIR=(\S+)/.exec(dockerfile)?.[1];
  const uid = /--uid (\d+)/.exec(dockerfile)?.[1];
  expect(service.volumes).toEqual([`data:${data}`]);
  const gid = /groupadd --gid (\d+)/.exec(dockerfile)?.[1];
  expect(service.tmpfs.join(' ')).toContain(`/home/runwright:size=64m,uid=${uid},gid=${gid}`);
  expect(service.ports).toEqual([`127.0.0.1:8000:${/^EXPOSE (\d+)$/m.exec(dockerfile)?.[1]}`]);
});

it('the container is stopped later than the service has drained', () => {
  expect(Number.parseInt(service.stop_grace_period, 10)).toBeGreaterThan(drainSeconds);
});
