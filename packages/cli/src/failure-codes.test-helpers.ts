import { agentBlocks } from '@runwright/agent';
import { defineBlock, type Run, RunwrightError, Type } from '@runwright/contract';
import {
  createEngine,
  type Engine,
  type EngineDrivers,
  type EngineSettings,
  egressPolicy,
} from '@runwright/core';
import { toRunRecord } from '@runwright/core/records';
import {
  type FakePage,
  fakeBrowser,
  type ScriptedAnswer,
  type ScriptedModelOptions,
  scriptedModel,
} from '@runwright/testing';

/** Address of the page that every test engine has. */
export const url = 'https://shop.example/';

const page: FakePage = {
  url,
  elements: [
    { id: 'a1', kind: 'button', name: 'Go' },
    { id: 'a2', kind: 'link', name: 'Download' },
    { id: 'a3', kind: 'textbox', name: 'Code' },
  ],
  text: ['"Order 4711 is sold out"'],
  onAction: (action) =>
    action.action_type === 'click' && action.id === 'a2'
      ? { downloads: [{ filename: 'bill.pdf', content: 'x', outcome: 'late' }] }
      : undefined,
};

/** Blocks whose failures no other block has as quickly. */
const ownBlocks = [
  defineBlock({
    type: 'defect',
    config: Type.Object({}),
    output: Type.Object({}),
    run: async () => {
      throw new RunwrightError('internal', 'A counter is negative.');
    },
  }),
  defineBlock({
    type: 'hang',
    config: Type.Object({}),
    output: Type.Object({}),
    run: (_config, { signal }) =>
      new Promise<never>((_resolve, reject) => {
        signal.addEventListener('abort', () => reject(signal.reason));
      }),
  }),
  defineBlock({
    type: 'crash',
    config: Type.Object({}),
    output: Type.Object({}),
    async run(_config, { browser, signal }) {
      const session = (await browser()) as Awaited<ReturnType<ReturnType<typeof fakeBrowser>['open']>>;
      crashes.get(session.id)?.();
      await session.page.html({ signal });
      return {};
    },
  }),
];
const crashes = new Map<string, () => void>();

/** What a test engine has besides the page. */
export interface FailureTestOptions {
  readonly answers?: ScriptedModelOptions['answers'];
  readonly drivers?: EngineDrivers;
  readonly settings?: EngineSettings;
}

/** An engine with the blocks of the agent, a page and a scripted model. Refuses the host `refused.example`; `nowhere.example` does not resolve. */
export async function openTestEngine({ answers = [], drivers = {}, settings = {} }: FailureTestOptions) {
  const browser = fakeBrowser({ pages: [page] });
  const unresolved = egressPolicy({ lookup: () => Promise.reject(new Error('ENOTFOUND')) });
  const egress: NonNullable<EngineDrivers['egress']> = {
    async check(address, { signal }) {
      const { hostname } = new URL(address);
      if (hostname === 'nowhere.example') return unresolved.check(address, { signal });
      if (hostname === 'refused.example') {
        throw new RunwrightError('egress_denied', `Address is not allowed: ${hostname}`);
      }
      return { url: new URL(address), addresses: [{ address: '127.0.0.1', family: 4 }] };
    },
  };
  const engine = await createEngine({
    blocks: [...agentBlocks(), ...ownBlocks],
    drivers: {
      egress,
      model: scriptedModel({ answers }),
      browser: {
        ...browser,
        async open(options) {
          const session = await browser.open(options);
          crashes.set(session.id, () => session.crash());
          return session;
        },
      },
      ...drivers,
    },
    settings,
  });
  const { organizationId } = await engine.organizations.first();
  await engine.keys.create(organizationId, { name: 'test' });
  await engine.start();
  const begin = async (blocks: readonly object[], draft: object = {}, request: object = {}): Promise<Run> => {
    const { definition = {}, ...members } = draft as { readonly definition?: object };
    const { workflowPermanentId } = await engine.workflows.create(organizationId, {
      title: 'Orders',
      workflow_definition: { blocks, ...definition },
      ...members,
    } as Parameters<Engine['workflows']['create']>[1]);
    return engine.runs.start({ workflow_id: workflowPermanentId, ...request }, { organizationId });
  };
  const recordOf = async (runId: string) =>
    toRunRecord({
      run: await engine.runs.get(organizationId, runId),
      artifacts: [],
      files: [],
      links: engine.links,
    });
  return { engine, organizationId, begin, recordOf };
}

/** The engine of {@link openTestEngine}. */
export type TestEngine = Awaited<ReturnType<typeof openTestEngine>>;

/** An answer of the model to a step: what to do. */
export const decides = (...actions: readonly object[]): ScriptedAnswer =>
  ({ check: 'ok', memory: '', plan: [], actions }) as unknown as ScriptedAnswer;
/** Clicks an element. */
export const click = (id: string) => ({ reason: 'go', action_type: 'click', id });
/** Says that the goal is reached. */
export const complete = { reason: 'done', action_type: 'complete', summary: 'It is done.' };
/** Gives up. */
export const giveUp = (category: string, errorCode: string | null = null) => ({
  reason: 'it is sold out',
  action_type: 'terminate',
  category,
  error_code: errorCode,
  evidence: 'sold out',
});

/** Types the one-time code that the prompt offers into the field of the page. */
export const typesCode: ScriptedModelOptions['answers'] = ({ messages }) => {
  const [text] = /\{\{secret\.one_time_code[^}]*\}\}/.exec(JSON.stringify(messages)) ?? [];
  if (text === undefined) throw new Error('The prompt offers no one-time code.');
  return decides({ reason: 'sign in', action_type: 'input_text', id: 'a3', text });
};
