import { defineBlock, Type } from '@runwright/contract';
import { finalArtifacts, openUrl } from '../open-page.ts';

/** `goto_url`: loads a page; no model is asked. */
export const gotoUrlBlock = defineBlock({
  type: 'goto_url',
  onWorkerLost: 'repeat',
  config: Type.Object(
    {
      url: Type.String({
        minLength: 1,
        description: 'The address; `https://` is added when it has no scheme.',
      }),
      error_code_mapping: Type.Optional(
        Type.Union([Type.Record(Type.String(), Type.String(), { maxProperties: 100 }), Type.Null()]),
      ),
    },
    { description: 'Loads a page.' },
  ),
  output: Type.Object({ url: Type.String({ description: 'Where the browser arrived.' }) }),
  async run({ url }, context) {
    const session = await context.browser();
    const arrivedAt = await openUrl(session.page, context, url);
    await finalArtifacts(session.page, context);
    return { url: arrivedAt };
  },
});
