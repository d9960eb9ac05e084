import { fileTargetWords } from './file-target-words.ts';
import type { WordsOfFields } from './words.ts';

const ofPage: WordsOfFields = {
  url: { title: 'Address', help: 'Address of the first page. Leave empty to stay on the open page.' },
};

const errorCodes: WordsOfFields = {
  error_code_mapping: {
    title: 'Error codes',
    help: 'As JSON: your own error codes, each with its meaning; at most 100.',
  },
};

const ofAgent: WordsOfFields = {
  ...errorCodes,
  engine: {
    title: 'Engine',
    help: 'How the agent works. Leave empty for step by step.',
  },
  max_steps_per_run: {
    title: 'Step limit',
    help: 'Steps that the agent may take. Leave empty for the default.',
  },
};

const ofRetries: WordsOfFields = {
  max_retries: {
    title: 'Number of retries (short form)',
    help: 'How often the block is tried again, where “Retries” says nothing.',
  },
  title: { title: 'Title', help: 'What people see in place of the label.' },
};

const ofCodes: WordsOfFields = {
  totp_verification_url: {
    title: 'Address that gives one-time codes',
    help: 'It is asked when a site wants a one-time code.',
  },
  totp_identifier: {
    title: 'Receiver of one-time codes',
    help: 'The mail address or telephone number under which codes are pushed to the service.',
  },
};

const ofDownloads: WordsOfFields = {
  download_suffix: {
    title: 'Name of the downloaded file',
    help: 'A name that begins with a dot is added to the end of the name from the site.',
  },
};

const ofCriteria: WordsOfFields = {
  complete_criterion: { title: 'Complete when', help: 'The block completes as soon as this is true.' },
  terminate_criterion: {
    title: 'Terminate when',
    help: 'The block terminates, and the run with it, as soon as this is true.',
  },
};

const ofVerification: WordsOfFields = {
  complete_verification: {
    title: 'Verify success',
    help: 'When the agent reports success, the page is checked for it.',
  },
  include_action_history_in_verification: {
    title: 'Show the actions to the verification',
    help: 'It sees what the agent has done, not the page alone.',
  },
};

const completeOnDownload: WordsOfFields = {
  complete_on_download: {
    title: 'Complete with the first download',
    help: 'The block completes as soon as a file was downloaded.',
  },
};

const planFirst: WordsOfFields = {
  plan_first: {
    title: 'Plan first',
    help: 'The goal is divided into parts before anything is done. Otherwise only a goal that turns out to be long is. Applies to the engine “With a plan”.',
  },
};

const mayChooseStart: WordsOfFields = {
  may_choose_start: {
    title: 'Let the agent choose the first page',
    help: 'Without an address, on a blank page: the agent chooses where to begin.',
  },
};

const schemaHelp =
  'As JSON Schema: the form that the data has in the output. Leave empty to let the model choose it.';

const ofEvery: WordsOfFields = { ...ofPage, ...ofAgent, ...ofRetries };

/** Words of the blocks in which an agent works on pages, by type. */
export const agentBlockWords: Readonly<Record<string, WordsOfFields>> = {
  goto_url: {
    url: { title: 'URL', help: 'The address to open; `https://` is added when it has no scheme.' },
  },
  task: {
    ...{ ...ofEvery, ...ofCriteria, ...ofVerification, ...completeOnDownload, ...ofDownloads, ...ofCodes },
    ...planFirst,
    navigation_goal: {
      title: 'What to do',
      help: 'The goal, in plain language. Leave empty to extract data only.',
    },
    data_extraction_goal: {
      title: 'What to extract',
      help: 'The data to read from the page afterwards, in plain language. Leave empty for none.',
    },
    data_schema: { title: 'Form of the data', help: schemaHelp },
  },
  navigation: {
    ...{ ...ofEvery, ...ofCriteria, ...ofVerification, ...completeOnDownload, ...ofDownloads, ...ofCodes },
    ...planFirst,
    navigation_goal: { title: 'What to do', help: 'The goal, in plain language.' },
    complete_criterion_is_untrusted: {
      title: '“Complete when” comes from others',
      help: 'The model judges by that text and follows no instruction in it.',
    },
  },
  action: {
    ...{ ...ofEvery, ...completeOnDownload, ...ofDownloads, ...ofCodes },
    navigation_goal: { title: 'What to do', help: 'One action, such as a click, in plain language.' },
    selector: {
      title: 'CSS selector',
      help: 'Of the element to act on. Leave empty to let the model find it.',
    },
    ai_fallback: {
      title: 'When the model decides',
      help: '“Always”: by the goal alone, without the selector.',
    },
  },
  extraction: {
    ...ofEvery,
    data_extraction_goal: {
      title: 'What to extract',
      help: 'The data to read from the page, in plain language. Name the pages to read several: “All orders of all pages”.',
    },
    data_schema: { title: 'Form of the data', help: schemaHelp },
  },
  login: {
    ...{ ...ofEvery, ...ofCriteria, ...ofVerification, ...ofCodes, ...mayChooseStart },
    navigation_goal: {
      title: 'What to do',
      help: 'In plain language. Leave empty to sign in with the credential.',
    },
    parameter_keys: {
      title: 'Credential',
      help: 'The parameter that holds it. Add one under Parameters: of the kind Stored credential, or of the type Credential when each run names its own.',
    },
    skip_saved_profile: {
      title: 'Use no saved sign-in',
      help: 'Has no effect: no state of the browser is saved for a credential.',
    },
  },
  file_download: {
    ...{ ...ofEvery, ...ofDownloads, ...ofCodes, ...mayChooseStart, ...fileTargetWords },
    navigation_goal: { title: 'What to download', help: 'The file, in plain language.' },
    download_timeout: {
      title: 'Time limit of a download (seconds)',
      help: 'For a download that has started.',
    },
    download_target: {
      title: 'Where the file goes',
      help: 'It stays in the run in any case. With a storage it is also sent there.',
    },
    continue_on_empty: { title: 'Allow no file', help: 'A download without a file to send is no failure.' },
    prompt: {
      title: 'Which files to send',
      help: 'In plain language. Leave empty for all that were downloaded.',
    },
  },
  validation: {
    ...{ ...ofCriteria, ...ofAgent },
    without_page_information: {
      title: 'Judge without the page',
      help: 'The criteria are judged with the parameters only.',
    },
  },
  task_v2: {
    ...{ ...ofCodes, ...planFirst, ...errorCodes },
    prompt: { title: 'What to do', help: 'The goal, in plain language.' },
    url: {
      title: 'Address',
      help: 'Address of the first page. Leave empty for the open page, or one that the agent chooses.',
    },
    max_iterations: {
      title: 'Rounds of the plan',
      help: 'How often the planner may decide what comes next.',
    },
    max_steps: { title: 'Step limit', help: 'Steps that the agent may take.' },
  },
};
