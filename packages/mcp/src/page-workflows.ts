import { type JsonObject, type Run, RunwrightError } from '@runwright/contract';
import type { Engine } from '@runwright/core';
import type { McpCaller } from './caller.ts';

/** What can be done to the page of a browser session, each by a workflow of one block. */
export type PageVerb = 'goto' | 'observe' | 'act' | 'act_on' | 'extract' | 'extract_shaped' | 'screenshot';

/** Starts the runs of the page tools. */
export interface PageWorkflows {
  /** Starts a run of a verb in a browser session. Throws what `runs.start` throws. */
  start(
    verb: PageVerb,
    request: {
      readonly caller: McpCaller;
      readonly browserSessionId: string;
      readonly parameters: JsonObject;
    },
  ): Promise<Run>;
}

/** Creates them. Each organization gets a workflow per verb when it uses it first; lists leave it out (`auto_generated`). */
export function createPageWorkflows(engine: Engine): PageWorkflows {
  const known = new Map<string, Promise<string>>();

  const idOf = (organizationId: string, verb: PageVerb): Promise<string> => {
    const key = `${organizationId} ${verb}`;
    const found = known.get(key);
    if (found) return found;
    const made = engine.workflows
      .create(organizationId, engine.workflows.parse(drafts[verb]))
      .then(({ workflowPermanentId }) => workflowPermanentId);
    known.set(key, made);
    made.catch(() => known.delete(key));
    return made;
  };

  return {
    async start(verb, { caller, browserSessionId, parameters }) {
      const { organizationId, apiKeyId } = caller;
      const begin = async (): Promise<Run> =>
        engine.runs.start(
          {
            workflow_id: await idOf(organizationId, verb),
            browser_session_id: browserSessionId,
            parameters,
          },
          { organizationId, apiKeyId, triggerType: 'mcp' },
        );
      try {
        return await begin();
      } catch (error) {
        const isSession = RunwrightError.is(error) && error.message.includes(browserSessionId);
        if (!RunwrightError.is(error) || error.code !== 'not_found' || isSession) throw error;
        // Somebody has deleted the workflow.
        known.delete(`${organizationId} ${verb}`);
        return begin();
      }
    },
  };
}

const text = (key: string) => ({ parameter_type: 'workflow', key, workflow_parameter_type: 'string' });
const json = (key: string) => ({ parameter_type: 'workflow', key, workflow_parameter_type: 'json' });

function draft(verb: PageVerb, parameters: readonly object[], block: object): object {
  return {
    title: `MCP ${verb.replace('_', ' ')}`,
    status: 'auto_generated',
    workflow_definition: { parameters, blocks: [{ label: verb, ...block }] },
  };
}

const here = 'url: await page.url(), title: await page.title()';

const drafts: Readonly<Record<PageVerb, object>> = {
  goto: draft('goto', [text('url')], {
    block_type: 'code',
    parameter_keys: ['url'],
    code: `await page.goto(url); return { ${here} };`,
  }),
  observe: draft('observe', [json('expand')], {
    block_type: 'code',
    parameter_keys: ['expand'],
    code: `return { view: await page.view({ expand }), ${here} };`,
  }),
  act: draft('act', [text('instruction')], {
    block_type: 'action',
    navigation_goal: '{{ instruction }}',
  }),
  act_on: draft('act_on', [json('step')], {
    block_type: 'code',
    parameter_keys: ['step'],
    code: `
      const { action, element, value } = step;
      if (action === 'press') return await page.press(value);
      if (action === 'fill' || action === 'select') return await page[action]({ id: element }, value);
      return await page[action]({ id: element });
    `,
  }),
  extract: draft('extract', [text('instruction')], {
    block_type: 'extraction',
    data_extraction_goal: '{{ instruction }}',
  }),
  extract_shaped: draft('extract_shaped', [text('instruction'), text('data_schema')], {
    block_type: 'extraction',
    data_extraction_goal: '{{ instruction }}',
    data_schema: '{{ data_schema }}',
  }),
  screenshot: draft('screenshot', [json('scrolls')], {
    block_type: 'code',
    parameter_keys: ['scrolls'],
    code: 'return await page.screenshot({ scrolls });',
  }),
};
