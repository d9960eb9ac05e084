import type { WordsOfFields } from './words.ts';

/** Words of what every block has. */
export const commonBlockWords: WordsOfFields = {
  next_block_label: {
    title: 'Next block',
    help: 'The block that runs after this one. Leave empty to go on in the order of the blocks; when other blocks name their next block, an empty field ends here.',
  },
  continue_on_failure: { title: 'Go on after a failure', help: 'The run goes on with the next block.' },
  next_loop_on_failure: {
    title: 'Next iteration after a failure',
    help: 'For blocks in a loop: the loop goes on with its next iteration.',
  },
  model: { title: 'Model', help: 'Replaces the model of the run for this block.' },
  'model.model_name': { title: 'Name of the model', help: 'As the page Health lists it.' },
  ignore_workflow_system_prompt: {
    title: 'Leave out the instructions of the workflow',
    help: 'Model calls of this block do not include them.',
  },
  disable_cache: {
    title: 'Use no learned script',
    help: 'No script is used for this block, and none is learned from it.',
  },
  timeout_seconds: {
    title: 'Time limit (seconds)',
    help: 'For the whole block, all attempts included. Leave empty for none.',
  },
  retry: { title: 'Retries', help: 'How the block is tried again after a failure.' },
  'retry.max_retries': {
    title: 'Number of retries',
    help: 'How often the block is tried again after its first attempt.',
  },
  'retry.backoff_seconds': { title: 'Wait before the first retry (seconds)', help: '0 tries again at once.' },
  'retry.factor': {
    title: 'Growth of the wait',
    help: 'Each wait is this many times as long as the one before. 1 keeps it the same.',
  },
  'retry.jitter': {
    title: 'Random part of the wait',
    help: 'From 0 for none to 1 for all of it, so that runs do not try again at the same moment.',
  },
  on_failure_next_label: {
    title: 'Next block after a failure',
    help: 'The block that the run continues with when this one fails. Leave empty for none.',
  },
  on_worker_lost: {
    title: 'When a worker is lost',
    help: 'What happens to an attempt when the process that executes it stops. Default: depends on the type of the block.',
  },
  parameter_keys: {
    title: 'Parameters',
    help: 'Parameters whose values the block is given besides those that its texts name.',
  },
};
