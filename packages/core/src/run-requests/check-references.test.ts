import { scriptedModel } from '@runwright/testing';
import { describe, expect, it } from 'vitest';
import { createTestEngine, storeUnderTest } from '../acceptance/test-engine.test-helpers.ts';

async function refusal(request: object): Promise<unknown> {
  const store = storeUnderTest();
  // It has no model, so it saves workflows with any.
  const saving = await createTestEngine({ drivers: { store } });
  const model = scriptedModel({ id: 'small', answers: [] });
  const engine = await createTestEngine({ drivers: { store, model } });
  const workflow = await saving.workflows.create((await saving.organizations.first()).organizationId, {
    workflow_definition: { blocks: [{ block_type: 'wait', label: 'a', wait_sec: 1 }] },
    ...('draft' in request ? (request.draft as object) : {}),
  });
  const { organizationId } = workflow;
  try {
    await engine.runs.start({ workflow_id: workflow.workflowPermanentId, ...request }, { organizationId });
    return null;
  } catch (error) {
    return error;
  } finally {
    expect((await engine.runs.list(organizationId)).items).toHaveLength(0);
    await engine.close();
  }
}

describe('a run that names what is not there is refused, and no run is stored', () => {
  it('a browser session', async () => {
    expect(await refusal({ browser_session_id: 'pbs_1' })).toMatchObject({
      code: 'not_found',
      message: 'Browser session pbs_1 not found',
    });
  });

  it('a browser profile', async () => {
    expect(await refusal({ browser_profile_id: 'bp_1' })).toMatchObject({
      code: 'not_found',
      message: 'Browser profile bp_1 not found',
    });
  });

  it('a model that the host does not offer', async () => {
    expect(await refusal({ draft: { model: { model_name: 'huge' } } })).toMatchObject({
      code: 'invalid_input',
      details: { problems: [{ path: ['model', 'model_name'], type: 'value_error' }] },
    });
  });
});
