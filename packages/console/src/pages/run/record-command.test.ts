import { describe, expect, it } from 'vitest';
import { recordCommand } from './record-command.ts';

const run = (parameters: object | undefined) => ({ run_id: 'wr_1', run_request: { parameters } }) as never;

describe('the command that records a run', () => {
  it('has the parameters of the run, quoted for a shell', () => {
    expect(recordCommand('wpid_1.json', run({ name: "O'Hara $HOME" }))).toBe(
      `runwright record wpid_1.json --parameters '{"name":"O'\\''Hara $HOME"}' --out recordings/wr_1`,
    );
  });

  it('has no option without parameters', () => {
    expect(recordCommand('wpid_1.json', run(undefined))).toBe(
      'runwright record wpid_1.json --out recordings/wr_1',
    );
  });
});
