import { Type } from '@runwright/contract';
import { followRun } from '../follow-run.ts';
import { runAnswer } from '../run-answer.ts';
import { untrustedText } from '../untrusted-text.ts';
import { workflowUri } from '../uris.ts';
import { defineTool, type Tool } from './tool.ts';

const strict = { additionalProperties: false } as const;
const defaultWait = 45;
const mostWait = 90;

const waitSeconds = Type.Integer({
  minimum: 0,
  maximum: mostWait,
  default: defaultWait,
  description: `How long to wait for the end, at most ${mostWait}. A run that takes longer goes on; ask for it with \`get_run\`.`,
});
const runId = Type.String({ minLength: 1, description: 'Id of the run, such as `tsk_…` or `wr_…`.' });

const runTask = defineTool({
  name: 'run_task',
  title: 'Run a task',
  description:
    'Gives a goal to a browser agent, which carries it out on the web. Answers with the result, or with the run_id of a run that goes on.',
  scope: 'run',
  annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: false, openWorldHint: true },
  input: Type.Object(
    {
      prompt: Type.String({ minLength: 1, description: 'The goal, in natural language.' }),
      url: Type.Optional(Type.String({ description: 'Address to begin at. Default: the agent chooses.' })),
      data_extraction_schema: Type.Optional(
        Type.Unknown({ description: 'JSON Schema of the data to return. Default: none is extracted.' }),
      ),
      max_steps: Type.Optional(Type.Integer({ minimum: 1, description: 'Turns of the agent.' })),
      browser_session_id: Type.Optional(
        Type.String({ description: 'Open browser to work in, from `goto`. Default: a browser of its own.' }),
      ),
      wait_seconds: waitSeconds,
    },
    strict,
  ),
  async call({ wait_seconds: wait, ...request }, context) {
    const { organizationId, apiKeyId } = context.caller;
    const origin = { organizationId, apiKeyId, triggerType: 'mcp' } as const;
    const run = await context.engine.runs.startTask(request, origin);
    return runAnswer(await followRun(context, run, { waitMs: wait * 1000 }));
  },
});

const runWorkflow = defineTool({
  name: 'run_workflow',
  title: 'Run a workflow',
  description: 'Runs a stored workflow. Answers with its output, or with the run_id of a run that goes on.',
  scope: 'run',
  annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: false, openWorldHint: true },
  input: Type.Object(
    {
      workflow_id: Type.String({ description: 'Permanent id (`wpid_…`), from `list_workflows`.' }),
      parameters: Type.Optional(
        Type.Record(Type.String(), Type.Unknown(), { description: 'Values of its parameters, by key.' }),
      ),
      browser_session_id: Type.Optional(
        Type.String({ description: 'Open browser to work in, from `goto`. Default: a browser of its own.' }),
      ),
      wait_seconds: waitSeconds,
    },
    strict,
  ),
  async call({ wait_seconds: wait, ...request }, context) {
    const { organizationId, apiKeyId } = context.caller;
    const run = await context.engine.runs.start(request, { organizationId, apiKeyId, triggerType: 'mcp' });
    return runAnswer(await followRun(context, run, { waitMs: wait * 1000 }));
  },
});

const getRun = defineTool({
  name: 'get_run',
  title: 'Get a run',
  description: 'Returns the status and the result of a run; waits for its end when asked to.',
  scope: 'read',
  annotations: { readOnlyHint: true, openWorldHint: false },
  input: Type.Object(
    {
      run_id: runId,
      wait_seconds: Type.Optional(
        Type.Integer({
          minimum: 0,
          maximum: mostWait,
          description: 'How long to wait for its end. Default: not at all.',
        }),
      ),
    },
    strict,
  ),
  async call({ run_id: id, wait_seconds: wait = 0 }, context) {
    const run = await context.engine.runs.get(context.caller.organizationId, id);
    return runAnswer(wait === 0 ? run : await followRun(context, run, { waitMs: wait * 1000 }));
  },
});

const cancelRun = defineTool({
  name: 'cancel_run',
  title: 'Cancel a run',
  description: 'Ends a run that goes on. What it has done on pages stays done.',
  scope: 'run',
  annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: true, openWorldHint: false },
  input: Type.Object({ run_id: runId }, strict),
  async call({ run_id: id }, { engine, caller }) {
    const { runId: canceled, status } = await engine.runs.cancel(caller.organizationId, id);
    return { content: [{ type: 'text', text: JSON.stringify({ run_id: canceled, status }) }] };
  },
});

const listWorkflows = defineTool({
  name: 'list_workflows',
  title: 'List workflows',
  description: 'Lists the stored workflows with their parameters, the newest first.',
  scope: 'read',
  annotations: { readOnlyHint: true, openWorldHint: false },
  input: Type.Object(
    {
      search: Type.Optional(Type.String({ description: 'Part of a title or of a parameter.' })),
      page: Type.Optional(Type.Integer({ minimum: 1, description: 'Default: the first.' })),
    },
    strict,
  ),
  async call({ search, page = 1 }, { engine, caller }) {
    const found = await engine.workflows.list(caller.organizationId, {
      page,
      pageSize: 50,
      ...(search === undefined ? {} : { searchKey: search }),
    });
    const workflows = found.items.map(({ workflowPermanentId, title, version, draft }) => ({
      workflow_id: workflowPermanentId,
      title,
      version,
      description: draft.description ?? null,
      parameters: draft.workflow_definition.parameters
        .filter((parameter) => parameter.parameter_type === 'workflow')
        .map(({ key, description, workflow_parameter_type: type, ...rest }) => ({
          key,
          type,
          description: description ?? null,
          required: !('default_value' in rest),
        })),
      resource: workflowUri(workflowPermanentId),
    }));
    const answer = { workflows, next_page: found.next === null ? null : page + 1 };
    return { content: [{ type: 'text', text: untrustedText('workflows', JSON.stringify(answer, null, 2)) }] };
  },
});

/** Tools for whole runs. */
export const runTools: readonly Tool[] = [runTask, runWorkflow, getRun, cancelRun, listWorkflows];
