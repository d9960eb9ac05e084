import { type Static, Type } from 'typebox';

/**
 * A file of a script. The program of a block is `blocks/<label>.js`, or `.ts`: the body of an async function; or the function
 * `<label>` at the top level of the entry, `main.js` or `main.ts`. Every other file is data.
 */
export const ScriptFile = Type.Object({
  path: Type.String({ description: 'Relative, with `/`; `blocks/<label>.js` is the program of a block.' }),
  content: Type.String({ description: 'Text, or bytes in base64.' }),
  encoding: Type.Optional(Type.Enum(['utf-8', 'base64'], { default: 'utf-8', description: 'Of `content`.' })),
  mimeType: Type.Optional(Type.String({ maxLength: 255, description: 'Default: told from the path.' })),
});
export type ScriptFile = Static<typeof ScriptFile>;

/** One version of a script: programs that do the work of an agent in blocks of one workflow. Times are epoch ms. */
export interface ScriptRevision {
  /** `s_`; the same for all versions. */
  readonly scriptId: string;
  /** `sr_` */
  readonly scriptRevisionId: string;
  readonly organizationId: string;
  /** Whose blocks it is for; null: no run looks for it. */
  readonly workflowPermanentId: string | null;
  /** Rendered; a run finds the script whose key is its own. */
  readonly cacheKey: string;
  /** From 1. */
  readonly version: number;
  readonly files: readonly ScriptFile[];
  /** The run that it was made from; null: none. */
  readonly runId: string | null;
  readonly createdAt: number;
  readonly modifiedAt: number;
  readonly deletedAt: number | null;
}

/** Use of scripts in a run. */
export interface ScriptRun {
  /** True when a script failed and the agent executed its block instead. */
  readonly aiFallbackTriggered: boolean;
}

/** Returns the bytes of a file of a script. */
export function scriptFileBytes({ content, encoding }: Pick<ScriptFile, 'content' | 'encoding'>): Uint8Array {
  return Buffer.from(content, encoding === 'base64' ? 'base64' : 'utf8');
}

/** Returns how many bytes a file of a script has. */
export function scriptFileSize({ content, encoding }: Pick<ScriptFile, 'content' | 'encoding'>): number {
  return Buffer.byteLength(content, encoding === 'base64' ? 'base64' : 'utf8');
}
