import { defineBlock, Type } from '@runwright/contract';
import type { AgentOptions } from '../execute-task.ts';
import { finalArtifacts, openUrl } from '../open-page.ts';
import { newTaskId } from '../random-id.ts';
import { outputOf, withOutput } from '../task-output.ts';
import { TaskOutput } from './browser-fields.ts';

/** `goto_url`: loads a page; no model is asked. */
export function gotoUrlBlock({ random }: AgentOptions) {
  return defineBlock({
    type: 'goto_url',
    onWorkerLost: 'repeat',
    config: Type.Object(
      {
        url: Type.String({
          minLength: 1,
          description: 'The address; `https://` is added when it has no scheme.',
        }),
      },
      { description: 'Loads a page.' },
    ),
    output: TaskOutput,
    async run({ url }, context) {
      const owner = { taskId: newTaskId(random), label: context.label, errorCodes: {} };
      const { page } = await context.browser();
      await openUrl(page, context, url).catch((error: unknown) => {
        throw withOutput(error, owner);
      });
      const screenshot = await finalArtifacts(page, context);
      const result = { end: { status: 'completed' }, data: null, downloads: [] } as const;
      return outputOf(owner, result, screenshot?.artifactId ?? null);
    },
  });
}
