import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { hostilePrograms } from './memory.test-helpers.ts';
import { defaultProgramLimits } from './program/program.ts';

const child = fileURLToPath(new URL('memory.test-process.ts', import.meta.url));
const mebibyte = 1024 * 1024;
const allowedMiB = defaultProgramLimits.memoryBytes / mebibyte + 64;

/** Runs a hostile program in a process of its own. */
async function grownBy(name: string): Promise<number> {
  const { stdout } = await promisify(execFile)(process.execPath, [child, name]);
  return JSON.parse(stdout).grownMiB;
}

// Resident memory is read from Linux's /proc.
describe.runIf(process.platform === 'linux')(
  'the process grows by the memory limit and 64 MiB at most, whatever a program does',
  () => {
    it('typed arrays', { tags: ['security'], timeout: 120_000 }, async () => {
      expect(await grownBy('typed arrays')).toBeLessThan(allowedMiB);
    });

    it.each(Object.keys(hostilePrograms).slice(1))(
      '%s',
      { tags: ['security', 'extended'], timeout: 120_000 },
      async (name) => {
        expect(await grownBy(name)).toBeLessThan(allowedMiB);
      },
    );
  },
);
