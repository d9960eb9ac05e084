// @module-tag extended: compares constants of this package with those of the library
import { readdir, readFile } from 'node:fs/promises';
import { beforeAll, describe, expect, it } from 'vitest';
import { processDrivers } from '../drivers.test-helpers.ts';
import { ignoredFlags } from './browser-flags.ts';

const openDriver = processDrivers();

describe.runIf(process.platform === 'linux')('the command line of a browser', () => {
  let flags: readonly string[];
  beforeAll(async () => {
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
    flags = command.split('\0');
  });

  it('names all features that the library turns off in its last switch for them', () => {
    const lists = flags
      .filter((each) => each.startsWith('--disable-features='))
      .map((each) => each.slice('--disable-features='.length).split(','));
    expect(lists.length).toBeGreaterThan(1);
    expect(lists.at(-1)).toEqual(expect.arrayContaining(lists.flat()));
  });

  it('has no switch that turns a protection of the browser off', () => {
    expect(flags).toContain('--disable-quic');
    expect(flags.filter((flag) => ignoredFlags.includes(flag))).toEqual([]);
  });
});
