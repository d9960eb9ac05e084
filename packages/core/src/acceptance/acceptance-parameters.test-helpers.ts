import {
  type Artifact,
  defineBlock,
  type EgressPolicy,
  type Json,
  type Problem,
  parameterFields,
  type Run,
  RunwrightError,
  type TimelineEvent,
  Type,
} from '@runwright/contract';
import type { Engine } from '../api/engine.ts';
import type { EngineDrivers } from '../api/engine-options.ts';
import { createTestEngine } from './test-engine.test-helpers.ts';

const open: Engine[] = [];
/** Closes every engine of the test that is over. */
export async function closeEngines(): Promise<void> {
  await Promise.all(open.splice(0).map((engine) => engine.close()));
}

const anywhere: EgressPolicy = { check: async (url) => ({ url: new URL(url), addresses: [] }) };

/** A page with one field. */
export const page = {
  url: 'https://shop.test/',
  elements: [{ id: 'a1', kind: 'textbox', name: 'Password' }],
};

/** The action of one `act` block; it receives its rendered text and the parameters that it declares. */
export type Act = (
  config: { readonly text: string; readonly parameters: Readonly<Record<string, unknown>> },
  context: Parameters<Parameters<typeof defineBlock>[0]['run']>[1],
) => Promise<unknown>;

/** An engine whose `act` blocks do what a test says, and what a test asks of it. */
export async function parametersEngine(act: Act = async ({ text }) => text, drivers: EngineDrivers = {}) {
  const block = defineBlock({
    type: 'act',
    config: Type.Object({ text: Type.String({ default: '' }), ...parameterFields }),
    output: Type.Unknown(),
    run: act,
  });
  const engine = await createTestEngine({ blocks: [block], drivers: { egress: anywhere, ...drivers } });
  open.push(engine);
  await engine.start();
  const { organizationId } = await engine.organizations.first();
  const save = (definition: object) =>
    engine.workflows.create(organizationId, {
      workflow_definition: { blocks: [{ block_type: 'act', label: 'a' }], ...definition },
    });
  const begin = (workflowId: string, parameters: object = {}) =>
    engine.runs.start({ workflow_id: workflowId, parameters: { ...parameters } }, { organizationId });
  return {
    engine,
    organizationId,
    save,
    begin,
    async run(definition: object, parameters: object = {}): Promise<Run> {
      const { workflowPermanentId } = await save(definition);
      const { runId } = await begin(workflowPermanentId, parameters);
      return engine.runs.finished(organizationId, runId);
    },
    credential: async (patch: object = {}) => {
      const credential = { username: 'ann@shop.test', password: 'correct horse', ...patch };
      const input = { name: 'Shop', credential_type: 'password', credential };
      return (await engine.credentials.create(organizationId, input)).credential_id;
    },
    async kept(run: Run): Promise<string> {
      const events: readonly TimelineEvent[] = await engine.runs.timeline(organizationId, run.runId);
      const artifacts: readonly Artifact[] = await engine.runs.artifacts(organizationId, run.runId);
      const contents = await Promise.all(artifacts.map((artifact) => engine.artifacts.content(artifact)));
      return (
        JSON.stringify([run, events]) + contents.map((bytes) => new TextDecoder().decode(bytes)).join('\n')
      );
    },
  };
}

/** A block that acts. */
export const act = (label: string, text: string, members: object = {}) => ({
  block_type: 'act',
  label,
  text,
  ...members,
});
/** A parameter that the caller of a run gives. */
export const wanted = (key: string, workflow_parameter_type = 'string', members: object = {}) => ({
  parameter_type: 'workflow',
  key,
  workflow_parameter_type,
  ...members,
});
/** Returns the output of a block. */
export const output = (run: Run, label = 'a'): Json =>
  (run.output as Record<string, Json>)[`${label}_output`] ?? null;

/** The problems of a refused call as `path: type`; none when it was not refused. */
export async function refusal(work: Promise<unknown>): Promise<readonly string[]> {
  const error = await work.then(
    () => null,
    (reason: unknown) => reason,
  );
  if (error === null) return [];
  if (!RunwrightError.is(error) || error.code !== 'invalid_input') throw error;
  return (error.details.problems as readonly Problem[]).map(({ path, type }) => `${path.join('.')}: ${type}`);
}
