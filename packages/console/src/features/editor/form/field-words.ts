/** Titles of members whose name alone does not say what they are. */
const titles: Readonly<Record<string, string>> = {
  next_block_label: 'Next block',
  on_failure_next_label: 'Next block after a failure',
  on_worker_lost: 'When a worker is lost',
  max_cost: 'Cost limit (US dollars)',
  max_tokens: 'Token limit',
  max_elapsed_time_minutes: 'Time limit (minutes)',
  timeout_seconds: 'Time limit (seconds)',
  max_steps_per_run: 'Step limit',
  wait_sec: 'Wait (seconds)',
  run_with: 'Run with',
  ai_fallback: 'AI fallback',
};

/** Help for people instead of descriptions that speak of the API. */
const replaced: Readonly<Record<string, string>> = {
  'Edge to the next block.':
    'The block that runs after this one. Leave empty to go on in the order of the blocks; when other blocks name their next block, an empty field ends here.',
  'After a failure the run continues with this block of the same list.':
    'The block that the run continues with when this one fails. Leave empty for none.',
  'Address of the first page; null stays on the open page.':
    'Address of the first page. Leave empty to stay on the open page.',
  'Address of the first page; null: the open page, or one that the agent chooses.':
    'Address of the first page. Leave empty for the open page, or one that the agent chooses.',
  'Tokens that the model calls of a run may use, prompts and answers together; see `max_cost`.':
    'Tokens that the model calls of a run may use, prompts and answers together. A run that reaches the limit fails. Leave empty for the limit of the service.',
};

/** Help for members without a description. */
const added: Readonly<Record<string, string>> = {
  next_block_label: 'The block that runs when this branch is taken. Leave empty for none.',
  run_with:
    'agent: a model decides each step. code: the program that was learned from earlier runs does the steps. Default: what the service is set to.',
  ai_fallback: 'When the learned program cannot do a block, the agent does it instead of a failure.',
  max_elapsed_time_minutes: 'A run that takes longer is ended. Leave empty for the limit of the service.',
  description: 'What it is for; people see it, runs do not use it.',
  workflow_system_prompt: 'Instructions that every model call of the workflow includes.',
  error_code_mapping: 'As JSON: your own error codes, each with its meaning.',
  strict_templates: 'A template that uses a value which does not exist fails instead of printing nothing.',
  default_value: 'Used when a run is given no value. Leave empty to make the value required.',
};

const costHelp =
  'US dollars that the model calls of a run may cost. The call that could pass the limit is not sent, and the run fails. The smallest limit of run, workflow and service applies. Leave empty for the limit of the service.';

/** Returns the title of a member that has one of its own. */
export function ownTitle(name: string): string | undefined {
  return Object.hasOwn(titles, name) ? titles[name] : undefined;
}

/** Returns what a form says about a member. `description` is that of its schema, which is also that of the API. */
export function helpOf(name: string, description: string | undefined): string | undefined {
  if (description === undefined) return Object.hasOwn(added, name) ? added[name] : undefined;
  if (name === 'max_cost') return costHelp;
  return Object.hasOwn(replaced, description) ? replaced[description] : description;
}
