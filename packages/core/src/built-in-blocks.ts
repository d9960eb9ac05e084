import { conditional } from './blocks/conditional.ts';
import { httpRequest } from './blocks/http-request.ts';
import { humanInteraction } from './blocks/human-interaction.ts';
import { wait } from './blocks/wait.ts';
import { workflowTrigger } from './blocks/workflow-trigger.ts';
import type { CoreBlock } from './registry.ts';

/** The block types that every engine knows; a host's block of the same type takes the place of one. */
export const builtInBlocks: readonly CoreBlock[] = [
  conditional,
  httpRequest,
  humanInteraction,
  wait,
  workflowTrigger,
];
