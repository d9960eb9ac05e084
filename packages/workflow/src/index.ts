/**
 * Workflows written in TypeScript: the compiler checks parameters, members of blocks and uses of outputs, and the result is the
 * same data as a YAML file. Everything here is pure.
 *
 * @packageDocumentation
 */

export type { TypedWorkflow } from '@runwright/contract';
export { type BlockUse, type CommonMembers, type MembersOfConfig, use } from './block-use.ts';
export type * from './blocks.generated.ts';
export * from './blocks.ts';
export {
  and,
  atLeast,
  atMost,
  contains,
  equal,
  greater,
  includes,
  length,
  less,
  not,
  notEqual,
  type Operand,
  or,
  orElse,
} from './conditions.ts';
export {
  boolean,
  credential,
  credentialId,
  type DefaultValue,
  declared,
  file,
  float,
  type GivenParameters,
  type GivenValue,
  integer,
  json,
  type KeylessParameter,
  type KeysUsed,
  type LoginValue,
  type ParameterMap,
  type ParameterOptions,
  type ParameterValue,
  type ParameterValues,
  secret,
  type TypedParameter,
  text,
  type WithoutKey,
} from './parameters.ts';
export * from './schema-blocks.ts';
export {
  type Expression,
  expression,
  item,
  type MembersOf,
  type Text,
  typed,
  type Value,
  type Written,
} from './value.ts';
export { workflow } from './workflow.ts';
export type {
  Body,
  Condition,
  EngineValues,
  ForEachOptions,
  LoopValues,
  NewLabel,
  OfValues,
  OutputsOf,
  Values,
  WorkflowBuilder,
  WorkflowSettings,
} from './workflow-builder.ts';
