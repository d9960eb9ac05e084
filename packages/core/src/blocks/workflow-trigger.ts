import { type JsonObject, RunwrightError, Type, template } from '@runwright/contract';
import { asRecord } from '@runwright/definition';
import type { ChildBlock } from '../registry/block-kinds.ts';

const nullable = <const S extends Type.TSchema>(schema: S) => Type.Union([schema, Type.Null()]);

const config = Type.Object(
  {
    workflow_permanent_id: Type.String({ minLength: 1, description: '`wpid_…` of the workflow to run.' }),
    payload: Type.Optional(
      nullable(
        Type.Record(Type.String(), Type.Unknown(), {
          description: 'Values of its parameters, by key.',
          ...template('native'),
        }),
      ),
    ),
    wait_for_completion: Type.Boolean({
      default: true,
      description:
        'Waits for its end; it must complete. Otherwise the block completes as soon as it is queued.',
    }),
    browser_session_id: Type.Optional(nullable(Type.String())),
    use_parent_browser_session: Type.Boolean({ default: false }),
    parameter_keys: Type.Array(Type.String(), { default: [], ...template('none') }),
  },
  { description: 'Runs another workflow.' },
);

/** `workflow_trigger`: runs another workflow, with or without waiting for it. */
export const workflowTrigger: ChildBlock = {
  type: 'workflow_trigger',
  onWorkerLost: 'repeat',
  config,
  output: Type.Object({
    workflow_run_id: Type.String(),
    workflow_permanent_id: Type.String(),
    status: Type.String(),
    failure_reason: nullable(Type.String()),
    outputs: Type.Record(Type.String(), Type.Unknown()),
  }),
  child(given: Type.Static<typeof config>, parent) {
    const own = given.browser_session_id?.trim() || null;
    const shared = given.use_parent_browser_session ? parent.browserSessionId : null;
    if (own === null && given.use_parent_browser_session && shared === null) {
      throw new RunwrightError(
        'block_failed',
        `Block \`${parent.label}\` shares the browser session of its run, but the run has none; start it in a session, or leave \`use_parent_browser_session\` out.`,
        { details: { failure_category: 'browser' } },
      );
    }
    return {
      workflowPermanentId: given.workflow_permanent_id.trim(),
      payload: (asRecord(given.payload) ?? {}) as JsonObject,
      browserSessionId: own ?? shared,
      waits: given.wait_for_completion,
    };
  },
};
