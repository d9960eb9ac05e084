import { Type } from '@runwright/contract';
import { optional } from './nullable.ts';

/** `llm_key` of blocks that ask a model. */
export const llmKey = optional(
  Type.String({ description: 'Name of the model. Default: the model of the run.' }),
);

/** The model that a written `llm_key` names; null for the run's own. */
export function modelOptions(key: string | null | undefined): { readonly name: string | null } {
  return { name: key?.trim() || null };
}
