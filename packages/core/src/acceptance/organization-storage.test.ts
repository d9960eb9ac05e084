import { defineBlock, Type, template } from '@runwright/contract';
import { expect, it, onTestFinished } from 'vitest';
import { createEngine } from '../engine/create-engine.ts';

/** An engine whose organizations may store 1,000 bytes each, with a block that stores some of them. */
async function scene() {
  const block = defineBlock({
    type: 'store_bytes',
    config: Type.Object({ bytes: Type.Integer(template('native')) }),
    output: Type.Object({}),
    async run({ bytes }, { files }) {
      async function* parts() {
        for (let left = bytes; left > 0; left -= 100) yield new Uint8Array(Math.min(100, left));
      }
      await files.save({ name: 'data.bin', content: parts() });
      return {};
    },
  });
  const engine = await createEngine({
    blocks: [block],
    settings: { limits: { organizationStorageBytes: 1000 } },
  });
  onTestFinished(() => engine.close());
  await engine.start();
  const { organizationId } = await engine.organizations.create({ name: 'Acme' });
  const { workflowPermanentId } = await engine.workflows.create(organizationId, {
    title: 'Store',
    workflow_definition: {
      parameters: [
        { parameter_type: 'workflow', key: 'bytes', workflow_parameter_type: 'integer', default_value: 400 },
      ],
      blocks: [{ block_type: 'store_bytes', label: 'a', bytes: '{{ bytes }}' }],
    },
  });
  const run = async (bytes: number) => {
    const request = { workflow_id: workflowPermanentId, parameters: { bytes } };
    const { runId } = await engine.runs.start(request, { organizationId });
    return engine.runs.finished(organizationId, runId);
  };
  const upload = (size: number, organization = organizationId) =>
    engine.files.upload(organization, { name: 'a.bin', content: new Uint8Array(size) });
  return { engine, organizationId, run, upload };
}

const full = {
  code: 'failed_precondition',
  message: expect.stringContaining('storage of your organization'),
};

it('an organization whose storage is full starts no runs and uploads nothing, until it deletes files', async () => {
  const { engine, organizationId, run, upload } = await scene();
  const first = await upload(900);
  await expect(upload(101)).rejects.toMatchObject(full);
  await upload(100);
  await expect(run(1)).rejects.toMatchObject(full);
  await expect(upload(1)).rejects.toMatchObject(full);

  const { organizationId: other } = await engine.organizations.create({ name: 'Rival' });
  await upload(1000, other);

  await engine.files.delete(organizationId, first.fileId);
  expect(await run(400)).toMatchObject({ status: 'completed' });
});

it('a block that stores more than there is room for fails and leaves nothing of it', async () => {
  const { engine, organizationId, run, upload } = await scene();
  await upload(500);
  const failed = await run(700);
  expect(failed).toMatchObject({
    status: 'failed',
    failureReason: expect.stringContaining('storage of your organization is full'),
    failureCategory: 'limit',
  });
  expect(await engine.files.ofRun(organizationId, failed.runId)).toEqual([]);
  expect(await run(400)).toMatchObject({ status: 'completed' });
});
