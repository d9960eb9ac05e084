import { defineBlock, Type } from '@runwright/contract';
import { openUrl, saveFinalArtifacts } from '../open-page.ts';
import { toTaskOutput, withTaskOutput } from '../task-output.ts';
import { TaskOutput } from './browser-fields.ts';

/** Defines `goto_url`, which loads a page without a model. */
export function gotoUrlBlock() {
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
      const owner = { taskId: context.taskId, label: context.label, errorCodes: {} };
      const { page } = await context.browser();
      await openUrl(page, context, url).catch((error: unknown) => {
        throw withTaskOutput(error, owner);
      });
      const screenshot = await saveFinalArtifacts(page, context);
      const result = { end: { status: 'completed' }, summary: null, data: null, downloads: [] } as const;
      return toTaskOutput(owner, result, screenshot);
    },
  });
}
