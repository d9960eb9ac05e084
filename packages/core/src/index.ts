/**
 * The Runwright engine: it accepts workflows and runs, executes them block by block, and reports their state.
 *
 * @packageDocumentation
 */

export type {
  DefinitionGraph,
  DefinitionLimits,
  GraphEdge,
  GraphNode,
  Validation,
  ValueSource,
} from '@runwright/definition';
export {
  type Check,
  type Checked,
  compileSchema,
  type Renaming,
  type RepairedDefinition,
  readSource,
  repairDefinition,
} from '@runwright/definition';
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
} from './api/engine.ts';
export type { Limits } from './api/limits.ts';
export type { HostUrls, ServedObject } from './api/urls.ts';
export { builtInBlock } from './blocks/built-in-blocks.ts';
export { isMasterKeyOf, type MasterKeyChange, rotateMasterKey } from './credentials/rotate-master-key.ts';
export { createEngine } from './engine/create-engine.ts';
export { cleanFileName } from './files/file-name.ts';
export { folderArtifacts } from './local-drivers/folder-artifacts.ts';
export { memoryArtifacts } from './local-drivers/memory-artifacts.ts';
export { type MemoryQueueOptions, memoryQueue } from './local-drivers/memory-queue.ts';
export { memoryStore } from './local-drivers/memory-store.ts';
export { type EgressOptions, egressPolicy, type Lookup } from './network/egress.ts';
export { type Connect, createConnect } from './network/pinned-connect.ts';
export { createFetch, type Fetch, type FetchInit, type RequestSecrets } from './network/pinned-fetch.ts';
export { systemClock } from './runtime/clock.ts';
export { environmentSecrets, memorySecrets, secretVariablePrefix } from './secrets/secret-sources.ts';
export { version } from './version.ts';
