import { Type } from '@runwright/contract';
import { runAnswer, runFacts } from '../run-answer.ts';
import { untrustedText } from '../untrusted-text.ts';
import { act } from './act-tool.ts';
import { asObject, outputOf, pageAnswer, pageRun, sessionId } from './page-run.ts';
import { defineTool, type Tool } from './tool.ts';

const strict = { additionalProperties: false } as const;

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
