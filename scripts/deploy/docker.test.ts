import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { load } from 'js-yaml';
import { expect, it } from 'vitest';

const folder = join(import.meta.dirname, '../../deploy');
const dockerfile = readFileSync(join(folder, 'Dockerfile'), 'utf8');
const service = Object(load(readFileSync(join(folder, 'compose.yaml'), 'utf8'))).services.runwright;

/** Seconds that running blocks get by default when the service is stopped. */
const drainSeconds = 20;

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
