import { readFile } from 'node:fs/promises';
import { createEngine } from '@runwright/core';
import { expect, it } from 'vitest';

it('reorder.yaml is valid, and orders what is scarce', async () => {
  const engine = await createEngine();
  try {
    const source = await readFile(new URL('reorder.yaml', import.meta.url), 'utf8');
    expect(engine.validate(source)).toMatchObject({ problems: [], warnings: [] });
    await engine.start();
    const { organizationId } = await engine.organizations.first();
    const { workflowPermanentId } = await engine.workflows.create(organizationId, source);
    const stock = [
      { item: 'lamp', left: 3 },
      { item: 'desk', left: 40 },
    ];
    const request = { workflow_id: workflowPermanentId, parameters: { stock } };
    const { runId } = await engine.runs.start(request, { organizationId });
    const { status, output } = await engine.runs.finished(organizationId, runId);
    expect([status, output]).toEqual(['completed', expect.objectContaining({ report_output: 2 })]);
    expect(JSON.stringify(output)).toContain('lamp: 7');
  } finally {
    await engine.close();
  }
});
