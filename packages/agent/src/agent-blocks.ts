import type { AnyBlock } from '@runwright/contract';
import { extractionBlock } from './blocks/extraction.ts';
import { gotoUrlBlock } from './blocks/goto-url.ts';
import { navigationBlock } from './blocks/navigation.ts';
import { taskBlock } from './blocks/task.ts';
import type { AgentOptions } from './carry-out.ts';

/** The blocks that need a browser: `goto_url`, `navigation`, `extraction` and `task`. */
export function agentBlocks(options: AgentOptions = {}): readonly AnyBlock[] {
  return [gotoUrlBlock(options), navigationBlock(options), extractionBlock(options), taskBlock(options)];
}
