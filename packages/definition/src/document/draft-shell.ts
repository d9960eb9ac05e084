import { Type, WorkflowDefinition, WorkflowDraft } from '@runwright/contract';

/** Schema of everything in a draft but the blocks, which their own types judge. */
export const draftShell = Type.Object({
  ...WorkflowDraft.properties,
  workflow_definition: Type.Object({
    ...WorkflowDefinition.properties,
    blocks: Type.Array(Type.Object({}, { additionalProperties: true })),
  }),
});
