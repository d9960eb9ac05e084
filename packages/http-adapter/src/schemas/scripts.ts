import { Type } from '@runwright/contract';

const date = Type.String({ format: 'date-time' });
const textOrNull = Type.Union([Type.String(), Type.Null()]);

/** A file of a script as a request gives it. */
export const ScriptFileBody = Type.Object({
  path: Type.String({ description: 'Relative; `blocks/<label>.js` or `.ts` is the program of a block.' }),
  content: Type.String({ description: 'UTF-8 text, in the encoding.' }),
  encoding: Type.Optional(Type.Enum(['base64', 'utf-8'], { default: 'base64' })),
  mime_type: Type.Optional(
    Type.Union([Type.String({ maxLength: 255 }), Type.Null()], {
      description: 'Default: told from the path.',
    }),
  ),
});
export type ScriptFileBody = Type.Static<typeof ScriptFileBody>;

/** Response of creating and deploying a script. */
export const ScriptResult = Type.Object(
  {
    script_id: Type.String(),
    version: Type.Integer(),
    file_count: Type.Integer(),
    file_tree: Type.Record(Type.String(), Type.Unknown(), {
      description:
        'Name to node: `type` (`file`, `directory`), `size` in bytes, `mime_type`, `content_hash`, `created_at`, `children`.',
    }),
    created_at: date,
    run_id: textOrNull,
  },
  { title: 'ScriptResult' },
);

/** One version of a script. */
export const ScriptRecord = Type.Object(
  {
    script_revision_id: Type.String(),
    script_id: Type.String(),
    organization_id: Type.String(),
    version: Type.Integer(),
    created_at: date,
    modified_at: date,
    run_id: textOrNull,
    deleted_at: Type.Union([date, Type.Null()]),
  },
  { title: 'Script' },
);
