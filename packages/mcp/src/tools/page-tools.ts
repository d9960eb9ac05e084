import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js';
import { isFinal, type Json, type JsonObject, type Run, RunwrightError, Type } from '@runwright/contract';
import { followRun } from '../follow-run.ts';
import type { PageVerb } from '../page-workflows.ts';
import { runAnswer, runFacts } from '../run-answer.ts';
import { untrustedText } from '../untrusted-text.ts';
import { defineTool, type Tool, type ToolContext } from './tool.ts';

const strict = { additionalProperties: false } as const;
/** Longest time that a call waits for its run, in ms. */
const waitMs = 90_000;

const sessionId = Type.String({
  minLength: 1,
  description: 'The open browser: the browser_session_id that `goto` has returned.',
});

const goto = defineTool({
  name: 'goto',
  title: 'Open a page',
  description:
    'Loads an address. Without a browser_session_id it opens a browser and returns its id for the other page tools; close it with `close_browser`.',
  scope: 'run',
  annotations: { readOnlyHint: false, destructiveHint: false, idempotentHint: false, openWorldHint: true },
  input: Type.Object(
    {
      url: Type.String({ minLength: 1, description: 'An http or https address.' }),
      browser_session_id: Type.Optional(sessionId),
    },
    strict,
  ),
  async call({ url, browser_session_id: given }, context) {
    if (given !== undefined) return pageAnswer(await pageRun('goto', given, { url }, context));
    const { engine, caller } = context;
    const { session } = await engine.browserSessions.create(caller.organizationId);
    const { browserSessionId: id } = session;
    // Nobody knows the id of a browser that shows nothing.
    const close = () => engine.browserSessions.close(caller.organizationId, id).catch(() => undefined);
    try {
      const run = await pageRun('goto', id, { url }, context);
      if (run.status !== 'completed') await close();
      return pageAnswer(run);
    } catch (error) {
      await close();
      throw error;
    }
  },
});

const observe = defineTool({
  name: 'observe',
  title: 'Observe the page',
  description:
    'Returns the open page as text: what it says, and each element that can be used with its id, kind, name and value.',
  scope: 'run',
  annotations: { readOnlyHint: true, openWorldHint: true },
  input: Type.Object(
    {
      browser_session_id: sessionId,
      expand: Type.Array(Type.String(), {
        default: [],
        description: 'Ids of folded groups, selects or frames to show whole.',
      }),
    },
    strict,
  ),
  async call({ browser_session_id: id, expand }, context) {
    const run = await pageRun('observe', id, { expand }, context);
    const { view } = asObject(outputOf(run, 'observe'));
    if (typeof view !== 'string') return pageAnswer(run);
    return {
      content: [
        { type: 'text', text: JSON.stringify(runFacts(run), null, 2) },
        { type: 'text', text: untrustedText('page', view) },
      ],
    };
  },
});

const act = defineTool({
  name: 'act',
  title: 'Act on the page',
  description: 'Executes exactly one action on the open page, such as `Click the button Save`.',
  scope: 'run',
  annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: false, openWorldHint: true },
  input: Type.Object(
    {
      browser_session_id: sessionId,
      instruction: Type.String({
        minLength: 1,
        description: 'The action in natural language: what to do, on which element, with which value.',
      }),
    },
    strict,
  ),
  async call({ browser_session_id: id, instruction }, context) {
    const run = await pageRun('act', id, { instruction }, context);
    return runAnswer(run, run.status === 'completed' ? await actionsOf(run, context) : run.output);
  },
});

const extract = defineTool({
  name: 'extract',
  title: 'Extract data',
  description: 'Reads data from the open page, in the shape of a JSON Schema when one is given.',
  scope: 'run',
  annotations: { readOnlyHint: true, openWorldHint: true },
  input: Type.Object(
    {
      browser_session_id: sessionId,
      instruction: Type.String({ minLength: 1, description: 'The data that is wanted.' }),
      data_schema: Type.Optional(
        Type.Record(Type.String(), Type.Unknown(), {
          description: 'JSON Schema of the data. Default: the model chooses a shape.',
        }),
      ),
    },
    strict,
  ),
  async call({ browser_session_id: id, instruction, data_schema: schema }, context) {
    const verb = schema === undefined ? 'extract' : 'extract_shaped';
    const shape = schema === undefined ? {} : { data_schema: JSON.stringify(schema) };
    const run = await pageRun(verb, id, { instruction, ...shape }, context);
    const { extracted_information: data = null } = asObject(outputOf(run, verb));
    return runAnswer(run, data);
  },
});

const screenshot = defineTool({
  name: 'screenshot',
  title: 'Take a screenshot',
  description: 'Returns a picture of the open page. Fields that hold a secret are painted over.',
  scope: 'run',
  annotations: { readOnlyHint: true, openWorldHint: true },
  input: Type.Object(
    {
      browser_session_id: sessionId,
      scrolls: Type.Optional(
        Type.Integer({
          minimum: 0,
          maximum: 10,
          description: 'Screens from the top of the page. Default 0: what the window shows.',
        }),
      ),
    },
    strict,
  ),
  async call({ browser_session_id: id, scrolls = 0 }, context) {
    const run = await pageRun('screenshot', id, { scrolls }, context);
    const { artifact_id: artifactId } = asObject(outputOf(run, 'screenshot'));
    if (typeof artifactId !== 'string') return pageAnswer(run);
    const { engine, caller } = context;
    const artifact = await engine.artifacts.get(caller.organizationId, artifactId);
    const bytes = await engine.artifacts.content(artifact);
    return {
      content: [
        { type: 'text', text: JSON.stringify(runFacts(run), null, 2) },
        { type: 'image', data: Buffer.from(bytes).toString('base64'), mimeType: artifact.contentType },
      ],
    };
  },
});

const closeBrowser = defineTool({
  name: 'close_browser',
  title: 'Close a browser',
  description: 'Closes a browser that `goto` has opened.',
  scope: 'run',
  annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: true, openWorldHint: false },
  input: Type.Object({ browser_session_id: sessionId }, strict),
  async call({ browser_session_id: id }, { engine, caller }) {
    await engine.browserSessions.close(caller.organizationId, id);
    return {
      content: [{ type: 'text', text: JSON.stringify({ browser_session_id: id, status: 'closed' }) }],
    };
  },
});

/** Tools for the page of an open browser. */
export const pageTools: readonly Tool[] = [goto, observe, act, extract, screenshot, closeBrowser];

/** Executes a verb. A canceled call cancels its run. */
async function pageRun(
  verb: PageVerb,
  browserSessionId: string,
  parameters: JsonObject,
  context: ToolContext,
): Promise<Run> {
  const run = await context.workflows.start(verb, { caller: context.caller, browserSessionId, parameters });
  const followed = await followRun(context, run, { waitMs, isCanceledWithCall: true });
  if (isFinal(followed.status)) return followed;
  await context.engine.runs.cancel(run.organizationId, run.runId);
  throw new RunwrightError(
    'timed_out',
    `The page did not get ready within ${waitMs / 1000} s; run ${run.runId} was canceled. Call the tool again.`,
  );
}

/** Answers a run of a page with where the browser is now. */
function pageAnswer(run: Run): CallToolResult {
  return runAnswer(run, run.status === 'completed' ? outputOf(run, 'goto') : run.output);
}

/** Returns the output of the one block of a run; null when it has none. */
function outputOf({ output }: Run, label: PageVerb): Json {
  return asObject(output)[`${label}_output`] ?? null;
}

/** Lists what an agent has done, as the page has answered it. */
async function actionsOf({ organizationId, runId }: Run, { engine }: ToolContext): Promise<Json> {
  const events = await engine.runs.timeline(organizationId, runId);
  return events
    .filter((event) => event.type === 'action-end')
    .map(({ status, result }) => ({
      status,
      message: result.message ?? null,
      url: result.url_after ?? null,
    }));
}

function asObject(value: Json): JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as JsonObject) : {};
}
