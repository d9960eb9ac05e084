import type { ModelPurpose, ModelReply } from '@runwright/contract';

/** Executes one request to a model, so that it can be traced. */
export type ModelCallSpan = (
  call: { readonly model: string; readonly purpose: ModelPurpose; readonly stepId: string | null },
  work: () => Promise<ModelReply>,
) => Promise<ModelReply>;
