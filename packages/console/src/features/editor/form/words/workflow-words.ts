import type { WordsOfFields } from './words.ts';

/** Words of the settings of a workflow and of its definition. */
export const workflowWords: WordsOfFields = {
  title: { title: 'Title', help: 'The name of the workflow.' },
  description: { title: 'Description', help: 'What it is for; people see it, runs do not use it.' },
  max_cost: {
    title: 'Cost limit (US dollars)',
    help: 'US dollars that the model calls of a run may cost. The call that could pass the limit is not sent, and the run fails. The smallest limit of run, workflow and service applies. Leave empty for the limit of the service.',
  },
  max_tokens: {
    title: 'Token limit',
    help: 'Tokens that the model calls of a run may use, prompts and answers together. A run that reaches the limit fails. Leave empty for the limit of the service.',
  },
  max_elapsed_time_minutes: {
    title: 'Time limit (minutes)',
    help: 'A run that takes longer is ended. Leave empty for the limit of the service.',
  },
  run_with: {
    title: 'Run with',
    help: 'Agent: a model decides each step. Code: the program that was learned from earlier runs does the steps. Default: what the service is set to.',
  },
  ai_fallback: {
    title: 'AI fallback',
    help: 'When the learned program cannot do a block, the agent does it instead of a failure.',
  },
  proxy_location: { title: 'Proxy location', help: 'Where the requests of the browser seem to come from.' },
  webhook_callback_url: { title: 'Webhook address', help: 'It is told the result of every run.' },
  totp_verification_url: {
    title: 'Address that gives one-time codes',
    help: 'It is asked when a site wants a one-time code.',
  },
  totp_identifier: {
    title: 'Receiver of one-time codes',
    help: 'The mail address or telephone number under which codes are pushed to the service.',
  },
  persist_browser_session: {
    title: 'Keep the state of the browser',
    help: 'Cookies and storage are kept after a completed run, and the next run begins with them.',
  },
  model: {
    title: 'Model',
    help: 'As JSON, such as `{"model_name": "…"}`. Leave empty for that of the service.',
  },
  max_screenshot_scrolls: {
    title: 'Screens in a screenshot',
    help: 'How far the page is scrolled for one screenshot. Leave empty for the setting of the service.',
  },
  extra_http_headers: {
    title: 'HTTP headers',
    help: 'As JSON: headers that every request of the browser has.',
  },
  allowed_domains: {
    title: 'Allowed sites',
    help: 'The only hosts that the browser reaches: `shop.example` this host, `*.shop.example` it and all its subdomains. Leave empty for all that the service allows.',
  },
  cache_key: {
    title: 'Key of the learned scripts',
    help: 'Runs with the same key share what was learned. A template is allowed.',
  },
  generate_script_on_terminal: {
    title: 'Learn from terminated runs',
    help: 'With “Run with: Code”: a script is learned from them too.',
  },
  run_sequentially: { title: 'One run at a time', help: 'Later runs wait until the one before has ended.' },
  sequential_key: {
    title: 'Key of runs that wait for each other',
    help: 'Only runs with the same key do. A template is allowed.',
  },
  workflow_system_prompt: {
    title: 'Instructions for every model call',
    help: 'They are part of the prompt of each call of the workflow.',
  },
  error_code_mapping: { title: 'Error codes', help: 'As JSON: your own error codes, each with its meaning.' },
  strict_templates: {
    title: 'Strict templates',
    help: 'A template that uses a value which does not exist fails instead of printing nothing.',
  },
};
