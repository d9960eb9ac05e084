import { Type, WorkflowDraft } from '@runwright/contract';
import type { Engine } from '@runwright/core';

/**
 * Body of create and update as it is validated here: only its frame. The definition itself is judged by the engine,
 * which reports all of its problems at once.
 */
export const WorkflowBody = Type.Object({
  json_definition: Type.Optional(Type.Unknown()),
  yaml_definition: Type.Optional(Type.Union([Type.String(), Type.Null()])),
});

/** Config of routes with that body: the OpenAPI document shows all of it, the engine reports what it does not know in a definition. */
export function workflowBodyConfig(engine: Engine) {
  return { documentedBody: documentedBody(engine), knownBody: WorkflowBody };
}

/** The body with every block type of this engine. */
function documentedBody(engine: Engine) {
  const block = Type.Unsafe({
    title: 'Block',
    discriminator: { propertyName: 'block_type' },
    anyOf: engine.blockTypes.map(({ type, node }) => ({ ...node, title: `${pascalCase(type)}Block` })),
  });
  const definition = WorkflowDraft.properties.workflow_definition;
  const draft = Type.Object(
    {
      ...WorkflowDraft.properties,
      workflow_definition: Type.Object(
        { ...definition.properties, blocks: Type.Array(block) },
        { title: 'WorkflowDefinition' },
      ),
    },
    { title: 'WorkflowDraft' },
  );
  return Type.Object(
    {
      json_definition: Type.Optional(Type.Union([draft, Type.Null()])),
      yaml_definition: Type.Optional(Type.Union([Type.String(), Type.Null()])),
    },
    { title: 'WorkflowRequest' },
  );
}

/** `http_request` becomes `HttpRequest`. */
function pascalCase(type: string): string {
  return (type.match(/[a-z0-9]+/gi) ?? [])
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join('');
}
