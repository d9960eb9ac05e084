import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Json, Run } from '@runwright/contract';
import { createTestEngine } from '../../acceptance/test-engine.test-helpers.ts';
import type { Engine } from '../../api/engine.ts';
import type { EngineOptions } from '../../api/engine-options.ts';

const closers: (() => Promise<unknown>)[] = [];
/** Closes every engine and server of the test that is over. */
export async function closeEngines(): Promise<void> {
  await Promise.all(closers.splice(0).map((close) => close()));
}

/** Pages for a fake browser: a form, and where it leads. */
export const pages = [
  {
    url: 'https://8.8.8.8/form',
    title: 'Form',
    elements: [
      { id: 'a1', kind: 'textbox', name: 'User name' },
      { id: 'a2', kind: 'password', name: 'Password' },
      { id: 'a3', kind: 'checkbox', name: 'Stay signed in' },
      { id: 'a4', kind: 'select', name: 'Country', options: ['France', 'Spain'] },
      { id: 'a5', kind: 'link', name: 'Sign in', href: 'https://8.8.8.8/done' },
      { id: 'a6', kind: 'button', name: 'Sign in' },
      { id: 'a7', kind: 'button', name: 'Delete' },
    ],
    text: ['Please sign in'],
    html: '<title>Form</title>',
  },
  { url: 'https://8.8.8.8/done', title: 'Done', text: ['Welcome'] },
];

/** A `code` block. */
export const program = (code: string, members: object = {}) => ({
  block_type: 'code',
  label: 'c',
  code,
  ...members,
});

/** Returns the output of the block of a run. */
export const output = (run: Run, label = 'c'): Json =>
  (run.output as Record<string, Json> | null)?.[`${label}_output`] ?? null;

/** An engine, and what a test asks of it. */
export async function codeEngine(options: EngineOptions = {}) {
  const engine: Engine = await createTestEngine(options);
  closers.push(() => engine.close());
  await engine.start();
  const { organizationId } = await engine.organizations.first();
  const save = async (definition: object) =>
    engine.workflows.create(
      organizationId,
      engine.workflows.parse({ workflow_definition: { parameters: [], ...definition } }),
    );
  const begin = async (definition: object, parameters: object = {}): Promise<Run> => {
    const { workflowPermanentId } = await save(definition);
    return engine.runs.start(
      { workflow_id: workflowPermanentId, parameters: { ...parameters } },
      { organizationId },
    );
  };
  const finished = ({ runId }: Run) => engine.runs.finished(organizationId, runId);
  return {
    engine,
    organizationId,
    save,
    begin,
    finished,
    /** Runs a definition, or one block. */
    async run(what: object, parameters: object = {}): Promise<Run> {
      const definition = 'blocks' in what ? what : { blocks: [what] };
      return finished(await begin(definition, parameters));
    },
    async kept(run: Run): Promise<string> {
      const events = await engine.runs.timeline(organizationId, run.runId);
      const artifacts = await engine.runs.artifacts(organizationId, run.runId);
      const contents = await Promise.all(artifacts.map((artifact) => engine.artifacts.content(artifact)));
      const texts = contents.map((bytes) => new TextDecoder().decode(bytes));
      return JSON.stringify([run, events]) + texts.join('\n');
    },
  };
}

/** A server on loopback; answers its address, and its host and port for the egress policy. */
export async function serve(
  listener: RequestListener,
): Promise<{ readonly url: string; readonly host: string }> {
  const server = createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  closers.push(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  return { url: `http://${host}`, host };
}
