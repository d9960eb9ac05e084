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
import { withEngineCheck, withModelRequirement } from './blocks/with-engine-check.ts';
import type { AgentOptions } from './execute-task.ts';

/** Returns the block types that use a browser page or judge one: `goto_url`, `task`, `navigation`, `action`, `extraction`, `login`, `file_download`, `validation` and `task_v2`. */
export function agentBlocks(options: AgentOptions = {}): readonly AnyBlock[] {
  return [
    gotoUrlBlock(),
    withModelRequirement(taskBlock(options)),
    withModelRequirement(navigationBlock(options)),
    withModelRequirement(actionBlock(options)),
    withModelRequirement(extractionBlock(options)),
    withModelRequirement(loginBlock(options)),
    withModelRequirement(fileDownloadBlock(options)),
    validationBlock(options),
    withModelRequirement(taskV2Block(options)),
  ].map(withEngineCheck);
}
