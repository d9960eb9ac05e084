import type { BlockNode, JsonSchema, Problem, TSchema } from '@runwright/contract';
import type { Path } from '../problem.ts';
import { type Check, compileSchema } from '../schema/schema.ts';
import { type SchemaNode, schemaNode } from '../schema/schema-node.ts';
import { nodeSchemas } from './node-schema.ts';

/** Rules that a block type may have beside its schemas. */
export interface BlockRules {
  /** Mistakes that a schema cannot express, with paths from the node; called when the node fits its schema. */
  check?(node: UncheckedNode): readonly Problem[];
  /** Templates that the block renders itself, with paths from the node; its schema says that nobody else renders them. */
  templates?(node: UncheckedNode): readonly WrittenTemplate[];
  /** The node with generated members filled in, before it is stored. */
  complete?(node: UncheckedNode): UncheckedNode;
  /** The block's `timeout_seconds` when its node names none. Default: no limit. */
  readonly timeoutSeconds?: number;
}

/** A template as it is written, and where. */
export interface WrittenTemplate {
  readonly path: Path;
  readonly source: string;
}

/** A block as a definition gives it, before it is checked. */
export type UncheckedNode = { readonly [member: string]: unknown };

/** A block type as its author writes it, as far as definitions are concerned. */
export interface BlockDescription extends BlockRules {
  readonly type: string;
  readonly config: TSchema;
  readonly output: TSchema;
}

/** A block type that definitions may use: its schemas, compiled. */
export interface DefinitionBlock extends BlockRules {
  readonly type: string;
  /** Schema of the block's own members. */
  readonly config: SchemaNode;
  readonly output: SchemaNode;
  /** Schema of a whole node as users write it. */
  readonly node: JsonSchema;
  /** The same with a template allowed wherever rendering happens: what a saved node is checked against. */
  readonly written: JsonSchema;
  /** Checks a node as written, its templates in place. */
  readonly checkNode: Check<BlockNode>;
  /** Checks the rendered members that `run` gets. */
  readonly checkConfig: Check<unknown>;
  /** Checks what `run` returns, as it is. */
  readonly checkOutput: Check<unknown>;
}

/** The block types that definitions may use. */
export interface BlockTypes {
  /** In the order in which they were given. */
  readonly types: readonly string[];
  get(type: string): DefinitionBlock | undefined;
}

/** Compiles the schemas of block types; a block of a type that was there before takes its place. */
export function createBlockTypes(blocks: readonly BlockDescription[]): BlockTypes {
  const byType = new Map(blocks.map((block) => [block.type, definitionBlock(block)]));
  return { types: [...byType.keys()], get: (type) => byType.get(type) };
}

/** Compiles the schemas of one block type. */
export function definitionBlock(block: BlockDescription): DefinitionBlock {
  const config = schemaNode(block.config);
  const output = schemaNode(block.output);
  const node = nodeSchemas(block.type, config);
  return {
    type: block.type,
    config,
    output,
    node: node.shown,
    written: node.written,
    checkNode: compileSchema(node.written) as Check<BlockNode>,
    checkConfig: compileSchema(config),
    checkOutput: compileSchema(output, { source: 'exact' }),
    ...(block.timeoutSeconds === undefined ? {} : { timeoutSeconds: block.timeoutSeconds }),
    ...(block.check ? { check: (given: UncheckedNode) => block.check?.(given) ?? [] } : {}),
    ...(block.templates ? { templates: (given: UncheckedNode) => block.templates?.(given) ?? [] } : {}),
    ...(block.complete ? { complete: (given: UncheckedNode) => block.complete?.(given) ?? given } : {}),
  };
}
