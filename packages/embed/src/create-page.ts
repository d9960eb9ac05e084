import { ObservedElement } from '@runwright/agent';
import { type Image, type Json, Type } from '@runwright/contract';
import { compileSchema, literal } from '@runwright/core';
import { checkData, type DataOf, type DataSchema, toJsonSchema } from './data-schema.ts';
import type { RunOptions, RunResult, RunwrightPage, VerbOptions } from './page.ts';
import { actedActions, type CompletedVerb, runVerb, type VerbPlace } from './run-verb.ts';
import type { VerbBlock } from './verb-draft.ts';

/** Options of {@link createPage}. */
export interface PagePlace extends Omit<VerbPlace, 'url'> {
  readonly browser: RunwrightPage['browser'];
}

const readElements = compileSchema(Type.Array(ObservedElement));

/** Creates the verbs of a page, the active tab of a browser session that is up. They are executed one after the other. */
export function createPage({ browser, ...place }: PagePlace): RunwrightPage {
  const { engine, organizationId, browserSessionId } = place;
  let last: Promise<unknown> = Promise.resolve();

  const url = async (): Promise<string> => {
    const tabs = await browser.page.tabs();
    return tabs.find(({ active }) => active)?.url ?? 'about:blank';
  };
  const verb = (block: VerbBlock, options?: VerbOptions): Promise<CompletedVerb> => {
    const done = last.then(() => runVerb({ ...place, url }, block, options));
    last = done.catch(() => undefined);
    return done;
  };
  const withActions = async (done: Promise<CompletedVerb>) => {
    const { runId, output } = await done;
    return { runId, output, actions: await actedActions(place, runId) };
  };
  const closePage = () => engine.browserSessions.close(organizationId, browserSessionId);

  function run<const Schema extends DataSchema>(
    goal: string,
    options: RunOptions<Schema> & { readonly schema: Schema },
  ): Promise<RunResult<DataOf<Schema>>>;
  function run(goal: string, options?: RunOptions): Promise<RunResult<Json>>;
  async function run(goal: string, options: RunOptions = {}): Promise<RunResult<unknown>> {
    const { maxSteps, schema, jsonSchema, engine: name, ...common } = options;
    const block = {
      label: 'run',
      type: 'task',
      members: {
        navigation_goal: literal(goal),
        ...(maxSteps === undefined ? {} : { max_steps_per_run: maxSteps }),
        ...(name === undefined ? {} : { engine: name }),
        ...(schema === undefined ? {} : { data_schema: toJsonSchema(schema, jsonSchema) }),
      },
    };
    const { runId, output, actions } = await withActions(verb(block, common));
    const data = output.extracted_information ?? null;
    return { runId, actions, data: schema === undefined ? data : await checkData(schema, data) };
  }

  return {
    browserSessionId,
    browser,
    async act(what, { maxSteps = 1, ...options } = {}) {
      const block = typeof what === 'string' ? actBlock(what, maxSteps) : elementBlock(what);
      const { runId, actions } = await withActions(verb({ label: 'act', ...block }, options));
      return { runId, actions };
    },
    async extract(instruction, schema, { jsonSchema, ...options } = {}) {
      const members = {
        data_extraction_goal: literal(instruction),
        data_schema: toJsonSchema(schema, jsonSchema),
      };
      const { output } = await verb({ label: 'extract', type: 'extraction', members }, options);
      return checkData(schema, output.extracted_information ?? null);
    },
    async observe(request, { limit, ...options } = {}) {
      const members = { request: literal(request), ...(limit === undefined ? {} : { limit }) };
      const { output } = await verb({ label: 'observe', type: 'observe', members }, options);
      const read = readElements(output.elements);
      return read.ok ? read.value : [];
    },
    run,
    async goto(address, options) {
      await verb({ label: 'goto', type: 'goto_url', members: { url: literal(address) } }, options);
    },
    screenshot({
      fullPage = false,
      format = 'png',
      signal = new AbortController().signal,
    } = {}): Promise<Image> {
      return browser.page.screenshot({ format, signal, ...(fullPage ? { scrolls: 'all' } : {}) });
    },
    url,
    close: closePage,
    [Symbol.asyncDispose]: closePage,
  };
}

function actBlock(instruction: string, maxSteps: number): Omit<VerbBlock, 'label'> {
  const goal = { navigation_goal: literal(instruction) };
  if (maxSteps === 1) return { type: 'action', members: goal };
  return {
    type: 'navigation',
    members: { ...goal, max_steps_per_run: maxSteps, complete_verification: false },
  };
}

/** What the page and the model say is data: no template, and no instruction to a model. */
function elementBlock({ id, action, argument }: ObservedElement): Omit<VerbBlock, 'label'> {
  return {
    type: 'observed_action',
    members: { id, action, ...(argument === null ? {} : { argument: literal(argument) }) },
  };
}
