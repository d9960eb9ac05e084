/** A JSON Schema of the OpenAPI document, as far as it is read here. */
export interface Schema {
  readonly $ref?: string;
  readonly title?: string;
  readonly type?: string | readonly string[];
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly Schema[];
  readonly allOf?: readonly Schema[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly items?: Schema;
  readonly additionalProperties?: Schema | boolean;
  readonly [keyword: string]: unknown;
}

interface Content {
  readonly content?: Readonly<Record<string, { readonly schema?: Schema }>>;
}

export interface Parameter {
  readonly in: string;
  readonly name: string;
  readonly schema: Schema;
}

export interface OperationNode {
  readonly operationId: string;
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: Content;
  readonly responses: Readonly<Record<string, Content>>;
}

export interface ApiDocument {
  readonly paths: Readonly<Record<string, Readonly<Record<string, OperationNode>>>>;
  readonly webhooks: Readonly<Record<string, Readonly<Record<string, OperationNode>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> };
}

/** Where a schema stands: in a named component, or at a place of an operation. */
export interface Place {
  readonly schema: Schema;
  /** `Run`, `Run.errors`, `listRuns ?page`. */
  readonly name: string;
}

/** Follows a reference; a component gives its name to the place. */
export function resolve(document: ApiDocument, { schema, name }: Place): Place {
  if (schema.$ref === undefined) return { schema, name };
  const component = schema.$ref.split('/').at(-1) as string;
  return { schema: document.components.schemas[component] as Schema, name: component };
}

/** Returns the places directly below one: members, entries, alternatives and parts. Alternatives and parts keep the name. */
export function below({ schema, name }: Place): readonly Place[] {
  const { properties = {}, items, anyOf = [], allOf = [], additionalProperties } = schema;
  return [
    ...Object.entries(properties).map(([key, member]) => ({ schema: member, name: `${name}.${key}` })),
    ...(items === undefined ? [] : [{ schema: items, name: `${name}[]` }]),
    ...[...anyOf, ...allOf].map((member) => ({ schema: member, name })),
    ...(typeof additionalProperties === 'object'
      ? [{ schema: additionalProperties, name: `${name}.*` }]
      : []),
  ];
}
