import type { JsonSchema } from '@runwright/contract';

/** A block type with its schemas, for documents and forms. */
export interface BlockType {
  readonly type: string;
  /** Schema of a whole node: the common members, `block_type` and the type's own. */
  readonly node: JsonSchema;
  readonly output: JsonSchema;
}
