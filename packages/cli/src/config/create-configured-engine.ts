import { agentBlocks } from '@runwright/agent';
import { ioBlocks } from '@runwright/blocks-io';
import { createEngine, type Engine } from '@runwright/core';
import type { LoadedConfig } from './load-config.ts';

/** Creates an engine in memory that knows every block type of the command and of the configuration file, and runs nothing. */
export function createConfiguredEngine({ config }: LoadedConfig): Promise<Engine> {
  return createEngine({ blocks: [...agentBlocks(), ...ioBlocks, ...(config.blocks ?? [])] });
}
