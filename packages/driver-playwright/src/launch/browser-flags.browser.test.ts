// @module-tag extended: compares constants of this package with those of the library
import { readdir, readFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { processDrivers } from '../drivers.test-helpers.ts';

const openDriver = processDrivers();

it.runIf(process.platform === 'linux')(
  'the last switch that turns features off names all that the library turns off, too',
  async () => {
    const driver = await openDriver();
    const { signal } = new AbortController();
    const egress = { check: () => Promise.reject(new Error('nothing is allowed')) };
    const session = await driver.open({ egress, reveal: (text) => text, signal });
    const commands = await Promise.all(
      (await readdir('/proc'))
        .filter((name) => /^\d+$/.test(name))
        .map((pid) => readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')),
    );
    const [command = ''] = commands.filter(
      (each) => each.includes(`${session.id}/profile`) && !each.includes('--type='),
    );
    await driver.close();
    const lists = command
      .split('\0')
      .filter((each) => each.startsWith('--disable-features='))
      .map((each) => each.slice('--disable-features='.length).split(','));
    expect(lists.length).toBeGreaterThan(1);
    expect(lists.at(-1)).toEqual(expect.arrayContaining(lists.flat()));
  },
);
