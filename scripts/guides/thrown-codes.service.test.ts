import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { defineBlock, type ErrorCode, RunwrightError, Type } from '@runwright/contract';
import { createEngine } from '@runwright/core';
import { expect, it } from 'vitest';

const read = (path: string) => readFileSync(join(import.meta.dirname, '../..', path), 'utf8');
const page = read('docs/write-a-block.md');
const [, section = ''] = page.split('\n## Error codes\n');

/** Rows of the table of codes: `[code, status, repeated, category, error code]`, one for each code of a row. */
const rows = [
  ...section.matchAll(/^\| (`\w+`(?:, `\w+`)*) \| ([^|\n]*) \| ([^|\n]*) \| [^|\n]* \|$/gm),
].flatMap(([, codes = '', ending = '', reason = '']) => {
  const [status = '', repeated] = plain(ending).split(', ');
  const [category = '', errorCode = ''] = plain(reason).split(': ');
  return plain(codes)
    .split(', ')
    .map((code) => [code, status, repeated ? 'yes' : 'no', category, errorCode]);
});

function plain(cell: string): string {
  return cell.replaceAll('`', '').replaceAll('none', '');
}

it('the table of codes that a block may throw has each code once', () => {
  const codes = [...read('packages/contract/src/error.ts').matchAll(/^ {2}\| '(\w+)'/gm)].map(
    ([, code]) => code,
  );
  expect(codes.length).toBeGreaterThan(20);
  expect(rows.map(([code]) => code).toSorted()).toEqual(codes.toSorted());
});

it('what the table says about a thrown code is what the engine does', async () => {
  const attempts = new Map<string, number>();
  const thrower = defineBlock({
    type: 'thrower',
    config: Type.Object({ code: Type.String() }),
    output: Type.Object({}),
    async run({ code }) {
      attempts.set(code, (attempts.get(code) ?? 0) + 1);
      throw new RunwrightError(code as ErrorCode, 'It failed.');
    },
  });
  const engine = await createEngine({ blocks: [thrower] });
  try {
    await engine.start();
    const { organizationId } = await engine.organizations.first();
    const { workflowPermanentId } = await engine.workflows.create(organizationId, {
      workflow_definition: {
        parameters: [{ parameter_type: 'workflow', key: 'code', workflow_parameter_type: 'string' }],
        blocks: [{ block_type: 'thrower', label: 'work', code: '{{ code }}', retry: { max_retries: 1 } }],
      },
    });
    // The worker leaves the run of a block that throws `lease_lost`, and takes it again.
    const ending = rows.filter(([code]) => code !== 'lease_lost');
    const found = await Promise.all(
      ending.map(async ([code = '', status]) => {
        const request = { workflow_id: workflowPermanentId, parameters: { code } };
        const { runId } = await engine.runs.start(request, { organizationId });
        const run = await engine.runs.finished(organizationId, runId);
        const ofRun = status === 'timed_out' ? 'failed' : status;
        expect(run.status, code).toBe(ofRun);
        expect(run.failureReason, code).toContain(`work ${status}: It failed.`);
        const isRepeated = attempts.get(code) === 2 ? 'yes' : 'no';
        return [code, status, isRepeated, run.failureCategory ?? '', run.errors[0]?.error_code ?? ''];
      }),
    );
    expect(found).toEqual(ending);
  } finally {
    await engine.close();
  }
});
