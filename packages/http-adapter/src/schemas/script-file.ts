import { Type } from '@runwright/contract';

/** A file of a script as a request gives it. */
export const ScriptFileBody = Type.Object({
  path: Type.String({
    description:
      'Relative; `blocks/<label>.js` or `.ts` is the program of a block, `main.js` or `.ts` the entry.',
  }),
  content: Type.String({ description: 'Bytes, or text in UTF-8, in the encoding.' }),
  encoding: Type.Optional(Type.Enum(['base64', 'utf-8'], { default: 'base64' })),
  mime_type: Type.Optional(
    Type.Union([Type.String({ maxLength: 255 }), Type.Null()], {
      description: 'Default: told from the path.',
    }),
  ),
});
export type ScriptFileBody = Type.Static<typeof ScriptFileBody>;
