import { type Json, type JsonObject, type Run, RunwrightError, Type } from '@runwright/contract';
import { runAnswer } from '../run-answer.ts';
import { pageRun, sessionId } from './page-run.ts';
import { defineTool, type ToolContext } from './tool.ts';

const strict = { additionalProperties: false } as const;

/** One action on the page: in words, or on an element by its id. */
export const act = defineTool({
  name: 'act',
  title: 'Act on the page',
  description:
    'Executes exactly one action on the open page: in words, such as `Click the button Save`, or, without a model, on an element that `observe` has shown.',
  scope: 'run',
  annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: false, openWorldHint: true },
  input: Type.Object(
    {
      browser_session_id: sessionId,
      instruction: Type.Optional(
        Type.String({
          minLength: 1,
          description:
            'In words: what to do, on which element, with which value. Not together with `action`.',
        }),
      ),
      action: Type.Optional(
        Type.Enum(['click', 'fill', 'select', 'check', 'uncheck', 'hover', 'press'], {
          description: 'In place of an instruction; needs `element`, or for `press` only `value`.',
        }),
      ),
      element: Type.Optional(
        Type.String({ minLength: 1, description: 'Id of the element, such as `a12`, from `observe`.' }),
      ),
      value: Type.Optional(
        Type.String({
          description:
            'Text for `fill`, option for `select`, key for `press`, such as `Enter` or `Control+A`.',
        }),
      ),
    },
    strict,
  ),
  async call({ browser_session_id: id, instruction, ...step }, context) {
    const run =
      instruction !== undefined && step.action === undefined
        ? await pageRun('act', id, { instruction }, context)
        : await pageRun('act_on', id, { step: checkedStep(instruction, step) }, context);
    return runAnswer(run, run.status === 'completed' ? await actionsOf(run, context) : run.output);
  },
});

/** Returns the action on an element. Throws `invalid_input` when something that it needs is not given. */
function checkedStep(
  instruction: string | undefined,
  {
    action,
    element,
    value,
  }: { readonly action?: string; readonly element?: string; readonly value?: string },
): JsonObject {
  const needsValue = action === 'fill' || action === 'select' || action === 'press';
  if (action === undefined || instruction !== undefined) {
    throw badStep('Give either `instruction` or `action`.');
  }
  if (action !== 'press' && element === undefined) throw badStep(`\`${action}\` needs \`element\`.`);
  if (needsValue && value === undefined) throw badStep(`\`${action}\` needs \`value\`.`);
  return { action, element: element ?? null, value: value ?? null };
}

function badStep(message: string): RunwrightError {
  return new RunwrightError('invalid_input', 'The arguments of `act` do not fit.', {
    details: { problems: [{ path: [], message, type: 'value_error' }] },
  });
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
