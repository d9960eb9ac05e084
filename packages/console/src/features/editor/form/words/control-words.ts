import type { WordsOfFields } from './words.ts';

const expressionHelp = 'A template such as `{{ total > 100 }}`, or a condition in plain language.';

const criteriaType = {
  title: 'How it is decided',
  help: 'By the value of a template, or by a model. Leave empty to tell by the text.',
};

const model: WordsOfFields = {
  llm_key: { title: 'Model (short form)', help: 'Its name. Leave empty for the model of the run.' },
};

/** Words of the blocks that branch, loop, wait, run programs and ask others, by type. */
export const controlBlockWords: Readonly<Record<string, WordsOfFields>> = {
  code: {
    code: {
      title: 'Program',
      help: 'Body of an async function. Templates are not filled in: parameters are constants.',
    },
    language: { title: 'Language', help: 'In which the program is written.' },
    parameter_keys: { title: 'Parameters', help: 'Those that the program sees as constants.' },
    error_code_mapping: {
      title: 'Error codes',
      help: 'As JSON: the codes that the program may call `fail` with, each with its meaning.',
    },
    prompt: { title: 'Purpose', help: 'For people: it is shown, and changes nothing.' },
    steps: { title: 'Steps', help: 'For people: they are shown, and change nothing.' },
  },
  conditional: {
    branch_conditions: {
      title: 'Branches',
      help: 'The first one that applies is taken, from top to bottom.',
    },
    'branch_conditions.criteria': { title: 'Condition', help: 'When this branch is taken.' },
    'branch_conditions.criteria.criteria_type': criteriaType,
    'branch_conditions.criteria.expression': { title: 'Expression', help: expressionHelp },
    'branch_conditions.criteria.description': {
      title: 'Description of the condition',
      help: 'For people: it is shown, and changes nothing.',
    },
    'branch_conditions.next_block_label': {
      title: 'Next block',
      help: 'The block that runs when this branch is taken. Leave empty for none.',
    },
    'branch_conditions.description': {
      title: 'Description of the branch',
      help: 'For people: it is shown, and changes nothing.',
    },
    'branch_conditions.is_default': {
      title: 'Otherwise',
      help: 'The branch is taken when no other one is.',
    },
  },
  for_loop: {
    loop_over_parameter_key: { title: 'Parameter with the items', help: 'The loop runs once for each item.' },
    loop_variable_reference: {
      title: 'Items',
      help: 'An expression such as `orders_output.rows`, or a description of what to read from the page. Takes precedence over the parameter.',
    },
    complete_if_empty: {
      title: 'Allow no items',
      help: 'Without items the loop completes; otherwise it terminates.',
    },
    data_schema: {
      title: 'Form of an item',
      help: 'As JSON Schema, for items that are read from the page: of one item, or of the list. Leave empty for texts.',
    },
    concurrency: { title: 'Iterations at a time', help: '1 runs one after the other.' },
  },
  while_loop: {
    condition: { title: 'Condition', help: 'Evaluated before every iteration, the first one included.' },
    'condition.criteria_type': criteriaType,
    'condition.expression': { title: 'Expression', help: expressionHelp },
    'condition.description': { title: 'Description', help: 'For people: it is shown, and changes nothing.' },
  },
  wait: { wait_sec: { title: 'Wait (seconds)', help: 'How long the run waits.' } },
  human_interaction: {
    instructions: { title: 'Question', help: 'What the person is asked.' },
    recipients: {
      title: 'Mail to',
      help: 'Who is told by mail. An entry may contain several addresses, separated by commas.',
    },
    positive_descriptor: { title: 'Label of “go on”', help: 'The answer that continues the run.' },
    negative_descriptor: { title: 'Label of “stop”', help: 'The answer that terminates the block.' },
    sender: { title: 'Mail from', help: 'Leave empty for the sender of the service.' },
    subject: { title: 'Subject of the mail', help: 'Leave empty for one that names the workflow.' },
    body: { title: 'Text of the mail', help: 'Before the explanation of the answers.' },
  },
  workflow_trigger: {
    workflow_permanent_id: { title: 'Workflow', help: 'Id of the workflow to run: `wpid_…`.' },
    payload: { title: 'Values of its parameters', help: 'As JSON, by key.' },
    wait_for_completion: {
      title: 'Wait for its end',
      help: 'The block fails unless that run completes. Otherwise the block completes as soon as it is queued.',
    },
    browser_session_id: { title: 'Browser session', help: 'Id of an open session that it uses: `pbs_…`.' },
    use_parent_browser_session: {
      title: 'Use the browser of this run',
      help: 'Otherwise it opens a browser of its own, or uses the session.',
    },
  },
  text_prompt: {
    ...model,
    prompt: { title: 'What to ask', help: 'The model answers it, without a page.' },
    json_schema: {
      title: 'Form of the answer',
      help: 'As JSON Schema. Leave empty for a text, which is `llm_response` in the output.',
    },
  },
  http_request: {
    method: { title: 'Method', help: 'Such as `GET` or `POST`.' },
    url: { title: 'Address', help: 'With scheme and host, such as `https://shop.example/orders`.' },
    headers: { title: 'Headers', help: 'As JSON: values by name.' },
    body: {
      title: 'Body',
      help: 'Sent as JSON; a text is sent as it is. With files: the fields of the form.',
    },
    files: { title: 'Files', help: 'As JSON: the files that are sent as a form, by the name of the field.' },
    timeout: { title: 'Time limit of the request (seconds)', help: 'A request that takes longer fails.' },
    follow_redirects: {
      title: 'Follow redirects',
      help: 'Otherwise the answer that redirects is the output.',
    },
    save_response_as_file: {
      title: 'Save the answer as a file',
      help: 'As a file of the run, at most 500 MB; otherwise the answer may have at most 10 MiB.',
    },
    download_filename: { title: 'Name of the file', help: 'Leave empty for the name from the server.' },
    secret_response_paths: {
      title: 'Secrets in the answer',
      help: 'Paths such as `data.tokens.0.value`, whose values become secrets of the run.',
    },
  },
};
