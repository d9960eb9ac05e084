import type { AnyBlock } from '@runwright/contract';
import { actionBlock } from './blocks/action.ts';
import { extractionBlock } from './blocks/extraction.ts';
import { fileDownloadBlock } from './blocks/file-download.ts';
import { gotoUrlBlock } from './blocks/goto-url.ts';
import { loginBlock } from './blocks/login.ts';
import { navigationBlock } from './blocks/navigation.ts';
import { taskBlock } from './blocks/task.ts';
import { taskV2Block } from './blocks/task-v2.ts';
import { validationBlock } from './blocks/validation.ts';
import { withEngineCheck } from './blocks/with-engine-check.ts';
import type { AgentOptions } from './execute-task.ts';

/** Returns the block types that use a browser page or judge one: `goto_url`, `task`, `navigation`, `action`, `extraction`, `login`, `file_download`, `validation` and `task_v2`. */
export function agentBlocks(options: AgentOptions = {}): readonly AnyBlock[] {
  return [
    gotoUrlBlock(),
    taskBlock(options),
    navigationBlock(options),
    actionBlock(options),
    extractionBlock(options),
    loginBlock(options),
    fileDownloadBlock(options),
    validationBlock(options),
    taskV2Block(options),
  ].map(withEngineCheck);
}
