/**
 * The Runwright engine: it accepts workflows and runs, carries them out block by block, and tells how they are.
 *
 * @packageDocumentation
 */

export type {
  BlockType,
  Engine,
  EngineDrivers,
  EngineOptions,
  EngineSettings,
  Health,
  NewScript,
  ReadOptions,
  ResumeAnswer,
  RunOrigin,
  Validation,
} from './api.ts';
export { builtInBlock } from './built-in-blocks.ts';
export { systemClock } from './clock.ts';
export type { DefinitionLimits } from './definition/definition-size.ts';
export type { DefinitionGraph, GraphEdge, GraphNode } from './definition/drawing.ts';
export { type Renaming, type RepairedDefinition, repairDefinition } from './definition/repair-definition.ts';
export { readSource } from './definition/source.ts';
export { createEngine } from './engine.ts';
export { cleanFileName } from './files/file-name.ts';
export type { Limits } from './limits.ts';
export { memoryArtifacts } from './memory/artifacts.ts';
export { folderArtifacts } from './memory/folder-artifacts.ts';
export { type MemoryQueueOptions, memoryQueue } from './memory/queue.ts';
export { memoryStore } from './memory/store.ts';
export { type EgressOptions, egressPolicy, type Lookup } from './network/egress.ts';
export { type Connect, createConnect } from './network/pinned-connect.ts';
export { createFetch, type Fetch, type FetchInit, type RequestSecrets } from './network/pinned-fetch.ts';
export { type Check, type Checked, compileSchema } from './schema/schema.ts';
export type { ValueSource } from './schema/schema-shape.ts';
export { isMasterKeyOf, type MasterKeyChange, rotateMasterKey } from './secret/rotate-master-key.ts';
export { environmentSecrets, memorySecrets, secretVariablePrefix } from './secret/secrets.ts';
export { version } from './version.ts';
