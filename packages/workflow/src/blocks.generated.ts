// Written by `npm run workflow:types` from the schemas of the block types. Do not edit.

import type { CommonMembers } from './block-use.ts';
import type { Expression, Text, Written } from './value.ts';

/**
 * Members of `action`. Executes exactly one action on the open page.
 */
export interface ActionMembers extends CommonMembers {
  url?: Text | null;
  engine?: ('service-1.0' | 'service-2.0' | 'cua-a' | 'cua-b' | 'ui-agent') | null;
  error_code_mapping?: {
    [k: string]: Text;
  } | null;
  max_steps_per_run?: number | null;
  parameter_keys?: readonly (string | Expression<unknown>)[];
  max_retries?: number;
  title?: Text;
  complete_on_download?: boolean;
  download_suffix?: Text | null;
  totp_verification_url?: Text | null;
  totp_identifier?: Text | null;
  /**
   * The action, in natural language.
   */
  navigation_goal: Text;
  /**
   * CSS selector of the element.
   */
  selector?: Text | null;
  /**
   * `proactive`: the model decides by the goal alone and ignores `selector`.
   */
  ai_fallback?: 'fallback' | 'proactive';
}

/**
 * Output of `action`.
 */
export interface ActionOutput {
  task_id: string;
  status: 'completed' | 'terminated' | 'failed';
  /**
   * Object, array, text or null.
   */
  extracted_information: unknown;
  failure_reason: string | null;
  errors: {
    error_code: string;
    reasoning: string;
    confidence_float: number | null;
    block_label: string | null;
  }[];
  failure_category: string | null;
  /**
   * The error code of yours that applies.
   */
  error?: string;
  downloaded_files: {
    /**
     * Made safe, and unique in the run.
     */
    filename: string;
    /**
     * Signed address of the bytes; good for 12 hours.
     */
    url: string;
    /**
     * `sha256:` and the hexadecimal digest of the bytes.
     */
    checksum: string;
    /**
     * ISO 8601, UTC.
     */
    modified_at: string;
    file_id: string;
    /**
     * `downloads/` and the name: how later blocks of the run name it.
     */
    file_path: string;
    /**
     * Bytes.
     */
    file_size: number;
    /**
     * `runwright://files/` and the id: names it in every run.
     */
    artifact_uri: string;
  }[];
  downloaded_file_urls: string[];
  downloaded_file_artifact_ids: string[];
  task_screenshots: string[];
  task_screenshot_artifact_ids: string[];
  workflow_screenshots: string[];
  workflow_screenshot_artifact_ids: string[];
}

/**
 * Members of `code`. Executes JavaScript or TypeScript in a sandbox, with the page, `fetch`, `sleep`, `fail` and `terminate`. Limited to 300 seconds unless `timeout_seconds` is set.
 */
export interface CodeMembers extends CommonMembers {
  /**
   * Body of an async function. Not a template: values are constants.
   */
  code: string;
  language?: 'javascript' | 'typescript';
  parameter_keys?: readonly (string | Expression<unknown>)[];
  error_code_mapping?: {
    [k: string]: Text;
  } | null;
  prompt?: string | null;
  /**
   * Shown only.
   */
  steps?: unknown;
}

/**
 * Output of `code`.
 */
export type CodeOutput = unknown;

/**
 * Members of `conditional`. Selects the next block: that of the first branch whose condition is true, or of the default branch.
 */
export interface ConditionalMembers extends CommonMembers {
  branch_conditions: {
    id?: string | null;
    criteria?: {
      criteria_type?: ('jinja2_template' | 'prompt') | null;
      /**
       * A template, or a condition in words.
       */
      expression: string;
      description?: string | null;
    } | null;
    next_block_label?: string | null;
    description?: string | null;
    is_default?: boolean;
  }[];
}

/**
 * Output of `conditional`.
 */
export interface ConditionalOutput {
  branch_taken: string | null;
  branch_index: number;
  branch_id: string;
  branch_description: string | null;
  criteria_type: string | null;
  criteria_expression: string | null;
  next_block_label: string | null;
  evaluations: {
    [k: string]: unknown;
  }[];
  llm_response: unknown;
  llm_prompt: string | null;
}

/**
 * Members of `download_to_s3`. Downloads a file into the artifact store.
 */
export interface DownloadToS3Members extends CommonMembers {
  /**
   * Address of the file; at most 10 MiB.
   */
  url: Text;
}

/**
 * Output of `download_to_s3`.
 */
export type DownloadToS3Output = string;

/**
 * Members of `email_inbox`. Reads mails; nothing in the mailbox changes.
 */
export interface EmailInboxMembers extends CommonMembers {
  email_client: 'gmail' | 'outlook';
  /**
   * A credential of type `secret` that holds an access token for Gmail (`gmail.readonly`) or Microsoft Graph (`Mail.Read`): its id, or the key of a parameter that holds it.
   */
  credential_id?: Written<unknown>;
  folder?: Text | null;
  prompt?: Text | null;
  sender?: Text | null;
  subject?: Text | null;
  newer_than_days?: Written<number> | null;
  /**
   * Number of newest mails that are checked.
   */
  max_results?: Written<number>;
  /**
   * False: `body` is null.
   */
  include_body?: boolean;
}

/**
 * Output of `email_inbox`.
 */
export interface EmailInboxOutput {
  email_client: string;
  folder: string | null;
  /**
   * Mails that were looked at.
   */
  candidate_count: number;
  /**
   * Mails of `emails`.
   */
  matched_count: number;
  /**
   * The newest first.
   */
  emails: {
    id: string;
    thread_id: string | null;
    subject: string;
    sender: string;
    recipients: string[];
    /**
     * ISO 8601, UTC.
     */
    received_at: string | null;
    is_read: boolean;
    has_attachments: boolean;
    snippet: string;
    body: string | null;
  }[];
}

/**
 * Members of `extraction`. Extracts data from the open page, or from page after page.
 */
export interface ExtractionMembers extends CommonMembers {
  url?: Text | null;
  engine?: ('service-1.0' | 'service-2.0' | 'cua-a' | 'cua-b' | 'ui-agent') | null;
  error_code_mapping?: {
    [k: string]: Text;
  } | null;
  max_steps_per_run?: number | null;
  parameter_keys?: readonly (string | Expression<unknown>)[];
  max_retries?: number;
  title?: Text;
  /**
   * The data to extract, in natural language. A goal that names several pages, such as `All orders of all pages`, lets the agent go on from page to page.
   */
  data_extraction_goal: Text;
  data_schema?:
    | (
        | Text
        | {
            [k: string]: unknown;
          }
        | unknown[]
      )
    | null;
}

/**
 * Output of `extraction`.
 */
export interface ExtractionOutput {
  task_id: string;
  status: 'completed' | 'terminated' | 'failed';
  /**
   * Object, array, text or null.
   */
  extracted_information: unknown;
  failure_reason: string | null;
  errors: {
    error_code: string;
    reasoning: string;
    confidence_float: number | null;
    block_label: string | null;
  }[];
  failure_category: string | null;
  /**
   * The error code of yours that applies.
   */
  error?: string;
  downloaded_files: {
    /**
     * Made safe, and unique in the run.
     */
    filename: string;
    /**
     * Signed address of the bytes; good for 12 hours.
     */
    url: string;
    /**
     * `sha256:` and the hexadecimal digest of the bytes.
     */
    checksum: string;
    /**
     * ISO 8601, UTC.
     */
    modified_at: string;
    file_id: string;
    /**
     * `downloads/` and the name: how later blocks of the run name it.
     */
    file_path: string;
    /**
     * Bytes.
     */
    file_size: number;
    /**
     * `runwright://files/` and the id: names it in every run.
     */
    artifact_uri: string;
  }[];
  downloaded_file_urls: string[];
  downloaded_file_artifact_ids: string[];
  task_screenshots: string[];
  task_screenshot_artifact_ids: string[];
  workflow_screenshots: string[];
  workflow_screenshot_artifact_ids: string[];
}

/**
 * Members of `file_download`. An agent works until a file is downloaded.
 */
export interface FileDownloadMembers extends CommonMembers {
  url?: Text | null;
  engine?: ('service-1.0' | 'service-2.0' | 'cua-a' | 'cua-b' | 'ui-agent') | null;
  error_code_mapping?: {
    [k: string]: Text;
  } | null;
  max_steps_per_run?: number | null;
  parameter_keys?: readonly (string | Expression<unknown>)[];
  max_retries?: number;
  title?: Text;
  download_suffix?: Text | null;
  totp_verification_url?: Text | null;
  totp_identifier?: Text | null;
  /**
   * Without `url`, on a blank page: the agent chooses the start page from the goal.
   */
  may_choose_start?: boolean;
  /**
   * The file to download, in natural language.
   */
  navigation_goal: Text;
  /**
   * Limit in seconds for a download that has started.
   */
  download_timeout?: number;
  /**
   * `website`: the file stays in the run. Otherwise it is sent as by `file_upload`.
   */
  download_target?: 'website' | 's3' | 'azure' | 'google_drive' | 'sftp';
  s3_bucket?: Text | null;
  aws_access_key_id?: Text | null;
  aws_secret_access_key?: Text | null;
  region_name?: Text | null;
  s3_endpoint_url?: Text | null;
  azure_storage_account_name?: Text | null;
  azure_storage_account_key?: Text | null;
  azure_blob_container_name?: Text | null;
  azure_folder_path?: Text | null;
  azure_endpoint_url?: Text | null;
  google_credential_id?: Text | null;
  google_drive_folder_id?: Text | null;
  sftp_host?: Text | null;
  sftp_port?: Written<number> | null;
  sftp_username?: Text | null;
  sftp_password?: Text | null;
  sftp_private_key?: Text | null;
  sftp_private_key_passphrase?: Text | null;
  sftp_remote_path?: Text | null;
  sftp_host_key?: Text | null;
  /**
   * The files to send, in natural language.
   */
  prompt?: Text | null;
  /**
   * Having no file is not a failure.
   */
  continue_on_empty?: boolean;
}

/**
 * Output of `file_download`.
 */
export interface FileDownloadOutput {
  task_id: string;
  status: 'completed' | 'terminated' | 'failed';
  /**
   * Object, array, text or null.
   */
  extracted_information: unknown;
  failure_reason: string | null;
  errors: {
    error_code: string;
    reasoning: string;
    confidence_float: number | null;
    block_label: string | null;
  }[];
  failure_category: string | null;
  /**
   * The error code of yours that applies.
   */
  error?: string;
  downloaded_files: {
    /**
     * Made safe, and unique in the run.
     */
    filename: string;
    /**
     * Signed address of the bytes; good for 12 hours.
     */
    url: string;
    /**
     * `sha256:` and the hexadecimal digest of the bytes.
     */
    checksum: string;
    /**
     * ISO 8601, UTC.
     */
    modified_at: string;
    file_id: string;
    /**
     * `downloads/` and the name: how later blocks of the run name it.
     */
    file_path: string;
    /**
     * Bytes.
     */
    file_size: number;
    /**
     * `runwright://files/` and the id: names it in every run.
     */
    artifact_uri: string;
  }[];
  downloaded_file_urls: string[];
  downloaded_file_artifact_ids: string[];
  task_screenshots: string[];
  task_screenshot_artifact_ids: string[];
  workflow_screenshots: string[];
  workflow_screenshot_artifact_ids: string[];
}

/**
 * Members of `file_upload`. Sends files of the run to your storage.
 */
export interface FileUploadMembers extends CommonMembers {
  storage_type?: 's3' | 'azure' | 'google_drive' | 'sftp';
  s3_bucket?: Text | null;
  aws_access_key_id?: Text | null;
  aws_secret_access_key?: Text | null;
  region_name?: Text | null;
  s3_endpoint_url?: Text | null;
  azure_storage_account_name?: Text | null;
  azure_storage_account_key?: Text | null;
  azure_blob_container_name?: Text | null;
  azure_folder_path?: Text | null;
  azure_endpoint_url?: Text | null;
  google_credential_id?: Text | null;
  google_drive_folder_id?: Text | null;
  sftp_host?: Text | null;
  sftp_port?: Written<number> | null;
  sftp_username?: Text | null;
  sftp_password?: Text | null;
  sftp_private_key?: Text | null;
  sftp_private_key_passphrase?: Text | null;
  sftp_remote_path?: Text | null;
  sftp_host_key?: Text | null;
  /**
   * What to send. Default: everything that the run downloaded. A URL, an artifact URI, a file of this run, `downloads`, or a block's output.
   */
  path?: Written<unknown>;
  prompt?: Text | null;
  /**
   * A missing file at `path` is not a failure.
   */
  continue_on_empty?: boolean;
}

/**
 * Output of `file_upload`.
 */
export type FileUploadOutput = string[];

/**
 * Members of `file_url_parser`. Reads a file.
 */
export interface FileUrlParserMembers extends CommonMembers {
  /**
   * The file to read. A URL, an artifact URI, a file of this run, `downloads`, or a block's output.
   */
  file_url: Written<unknown>;
  /**
   * `auto_detect`: detected from the content; for text also from name and media type.
   */
  file_type?: 'auto_detect' | 'csv' | 'excel' | 'pdf' | 'image' | 'docx' | 'zip';
  json_schema?: {
    [k: string]: unknown;
  } | null;
}

/**
 * Output of `file_url_parser`.
 */
export type FileUrlParserOutput = unknown;

/**
 * Members of `for_loop`. Executes its blocks once for each item of a list.
 */
export interface ForLoopMembers extends CommonMembers {
  /**
   * The blocks that each iteration executes.
   */
  loop_blocks: {
    [k: string]: unknown;
  }[];
  loop_over_parameter_key?: string | null;
  loop_variable_reference?: string | null;
  /**
   * Without items the loop is completed instead of terminated.
   */
  complete_if_empty?: boolean;
  data_schema?:
    | {
        [k: string]: unknown;
      }
    | unknown[]
    | Text
    | null;
  /**
   * Number of concurrent iterations; 1 is sequential.
   */
  concurrency?: number;
}

/**
 * Output of `for_loop`.
 */
export type ForLoopOutput = {
  /**
   * Item of the iteration; not in a `while_loop`.
   */
  loop_value?: unknown;
  output_parameter: {
    parameter_type: 'output';
    key: string;
  };
  output_value: unknown;
}[][];

/**
 * Members of `google_sheets_read`. Reads cells of a Google spreadsheet.
 */
export interface GoogleSheetsReadMembers extends CommonMembers {
  /**
   * Address or id of the spreadsheet.
   */
  spreadsheet_url: Text;
  sheet_name?: Text | null;
  range?: Text | null;
  /**
   * A credential of type `secret` that holds an access token for Google Sheets: its id, or the key of a parameter that holds it.
   */
  credential_id?: Written<unknown>;
  /**
   * The first row names the columns of `rows`.
   */
  has_header_row?: boolean;
}

/**
 * Output of `google_sheets_read`.
 */
export interface GoogleSheetsReadOutput {
  spreadsheet_id: string;
  /**
   * The cells that hold something.
   */
  range: string;
  sheet_id: number;
  sheet_title: string;
  /**
   * Row of the first value, from 1.
   */
  start_row: number;
  /**
   * Column of the first value, from 1.
   */
  start_column: number;
  /**
   * Texts as the sheet shows them, row by row.
   */
  values: unknown[][];
  /**
   * By the names of the header, null without one. Repeated names get `_2`, `_3`; an empty cell is null.
   */
  rows:
    | {
        [k: string]: unknown;
      }[]
    | null;
  /**
   * Every cell that is not empty.
   */
  cells: {
    /**
     * Such as `B3`.
     */
    address: string;
    /**
     * From 1.
     */
    row: number;
    /**
     * From 1.
     */
    column: number;
    /**
     * As the sheet shows it.
     */
    text: string;
    /**
     * Number, true or false, or text.
     */
    value: unknown;
    formula: string | null;
    link: string | null;
    note: string | null;
  }[];
  /**
   * Ranges of merged cells, such as `A1:B2`.
   */
  merges: string[];
}

/**
 * Members of `google_sheets_write`. Writes rows to a Google spreadsheet. Cells are not parsed: no text becomes a formula.
 */
export interface GoogleSheetsWriteMembers extends CommonMembers {
  /**
   * Address or id of the spreadsheet.
   */
  spreadsheet_url: Text;
  sheet_name?: Text | null;
  range?: Text | null;
  /**
   * A credential of type `secret` that holds an access token for Google Sheets: its id, or the key of a parameter that holds it.
   */
  credential_id?: Written<unknown>;
  /**
   * `append`: below the existing table. `update`: from the first cell of the range on.
   */
  write_mode?: 'append' | 'update';
  /**
   * JSON: a list of rows, each a list of cells or an object. What a template prints in it becomes JSON, texts apart; a name that does not exist fails.
   */
  values?: Text;
  column_mapping?: {
    [k: string]: Text;
  } | null;
  /**
   * Adds the sheet when it does not exist.
   */
  create_sheet_if_missing?: boolean;
}

/**
 * Output of `google_sheets_write`.
 */
export interface GoogleSheetsWriteOutput {
  spreadsheet_id: string;
  write_mode: string;
  /**
   * As the block names it.
   */
  requested_destination: string;
  range_sent: string | null;
  updated_range: string | null;
  rows_written: number;
  /**
   * The answer of Google Sheets; null when there was nothing to write.
   */
  response: unknown;
}

/**
 * Members of `goto_url`. Loads a page.
 */
export interface GotoUrlMembers extends CommonMembers {
  /**
   * The address; `https://` is added when it has no scheme.
   */
  url: Text;
}

/**
 * Output of `goto_url`.
 */
export interface GotoUrlOutput {
  task_id: string;
  status: 'completed' | 'terminated' | 'failed';
  /**
   * Object, array, text or null.
   */
  extracted_information: unknown;
  failure_reason: string | null;
  errors: {
    error_code: string;
    reasoning: string;
    confidence_float: number | null;
    block_label: string | null;
  }[];
  failure_category: string | null;
  /**
   * The error code of yours that applies.
   */
  error?: string;
  downloaded_files: {
    /**
     * Made safe, and unique in the run.
     */
    filename: string;
    /**
     * Signed address of the bytes; good for 12 hours.
     */
    url: string;
    /**
     * `sha256:` and the hexadecimal digest of the bytes.
     */
    checksum: string;
    /**
     * ISO 8601, UTC.
     */
    modified_at: string;
    file_id: string;
    /**
     * `downloads/` and the name: how later blocks of the run name it.
     */
    file_path: string;
    /**
     * Bytes.
     */
    file_size: number;
    /**
     * `runwright://files/` and the id: names it in every run.
     */
    artifact_uri: string;
  }[];
  downloaded_file_urls: string[];
  downloaded_file_artifact_ids: string[];
  task_screenshots: string[];
  task_screenshot_artifact_ids: string[];
  workflow_screenshots: string[];
  workflow_screenshot_artifact_ids: string[];
}

/**
 * Members of `http_request`. Makes one HTTP request without a browser.
 */
export interface HttpRequestMembers extends CommonMembers {
  method?: string;
  /**
   * With scheme and host.
   */
  url: Text;
  headers?: Written<{readonly [member: string]: unknown}> | null;
  /**
   * Sent as JSON; text is sent as it is; with `files`, or with the content type `application/x-www-form-urlencoded`, the fields of the form.
   */
  body?: Written<unknown>;
  files?: Written<{readonly [member: string]: unknown}> | null;
  /**
   * Seconds.
   */
  timeout?: number;
  follow_redirects?: boolean;
  /**
   * Saves the response as a file of the run, at most 500 MB; otherwise it may have at most 10 MiB.
   */
  save_response_as_file?: boolean;
  download_filename?: Text | null;
  /**
   * Paths in the JSON response, such as `data.tokens.0.value`, whose values become secrets of the run.
   */
  secret_response_paths?: string[];
  parameter_keys?: readonly (string | Expression<unknown>)[];
}

/**
 * Output of `http_request`.
 */
export interface HttpRequestOutput {
  status_code: number;
  response_headers: {
    [k: string]: unknown;
  };
  /**
   * Parsed JSON, else text; of a saved answer `{file_path, file_name, file_size}`.
   */
  response_body: unknown;
  request_method: string;
  request_url: string;
  request_headers: {
    [k: string]: unknown;
  };
  request_body: unknown;
  headers: {
    [k: string]: unknown;
  };
  body: unknown;
  url: string;
  file_path?: string;
  file_name?: string;
  /**
   * Bytes.
   */
  file_size?: number;
  downloaded_files?: {
    /**
     * Made safe, and unique in the run.
     */
    filename: string;
    /**
     * Signed address of the bytes; good for 12 hours.
     */
    url: string;
    /**
     * `sha256:` and the hexadecimal digest of the bytes.
     */
    checksum: string;
    /**
     * ISO 8601, UTC.
     */
    modified_at: string;
    file_id: string;
    /**
     * `downloads/` and the name: how later blocks of the run name it.
     */
    file_path: string;
    /**
     * Bytes.
     */
    file_size: number;
    /**
     * `runwright://files/` and the id: names it in every run.
     */
    artifact_uri: string;
  }[];
}

/**
 * Members of `human_interaction`. Pauses the run, asks people by mail, and continues with their answer. A rejection terminates the block. Without an answer within `timeout_seconds` (default 7,200) it times out.
 */
export interface HumanInteractionMembers extends CommonMembers {
  /**
   * Recipients of the mail. An entry may contain several addresses, separated by commas.
   */
  recipients: Text[];
  /**
   * The question.
   */
  instructions?: Text;
  /**
   * Label of the answer that continues the run.
   */
  positive_descriptor?: Text;
  /**
   * Label of the answer that terminates the block.
   */
  negative_descriptor?: Text;
  sender?: Text | null;
  subject?: Text | null;
  body?: Text | null;
  parameter_keys?: readonly (string | Expression<unknown>)[];
}

/**
 * Output of `human_interaction`.
 */
export interface HumanInteractionOutput {
  success: boolean;
  reason?: string | null;
  [k: string]: unknown;
}

/**
 * Members of `login`. Signs in with a credential of `parameter_keys`.
 */
export interface LoginMembers extends CommonMembers {
  url?: Text | null;
  engine?: ('service-1.0' | 'service-2.0' | 'cua-a' | 'cua-b' | 'ui-agent') | null;
  error_code_mapping?: {
    [k: string]: Text;
  } | null;
  max_steps_per_run?: number | null;
  parameter_keys?: readonly (string | Expression<unknown>)[];
  max_retries?: number;
  title?: Text;
  complete_criterion?: Text | null;
  terminate_criterion?: Text | null;
  /**
   * True: success reported by the agent is verified.
   */
  complete_verification?: boolean;
  include_action_history_in_verification?: boolean;
  totp_verification_url?: Text | null;
  totp_identifier?: Text | null;
  /**
   * Without `url`, on a blank page: the agent chooses the start page from the goal.
   */
  may_choose_start?: boolean;
  /**
   * Default: sign in with the credential.
   */
  navigation_goal?: Text | null;
  /**
   * Has no effect, which the timeline says: no browser state is saved for a credential, and a login starts with that of the run.
   */
  skip_saved_profile?: boolean;
}

/**
 * Output of `login`.
 */
export interface LoginOutput {
  task_id: string;
  status: 'completed' | 'terminated' | 'failed';
  /**
   * Object, array, text or null.
   */
  extracted_information: unknown;
  failure_reason: string | null;
  errors: {
    error_code: string;
    reasoning: string;
    confidence_float: number | null;
    block_label: string | null;
  }[];
  failure_category: string | null;
  /**
   * The error code of yours that applies.
   */
  error?: string;
  downloaded_files: {
    /**
     * Made safe, and unique in the run.
     */
    filename: string;
    /**
     * Signed address of the bytes; good for 12 hours.
     */
    url: string;
    /**
     * `sha256:` and the hexadecimal digest of the bytes.
     */
    checksum: string;
    /**
     * ISO 8601, UTC.
     */
    modified_at: string;
    file_id: string;
    /**
     * `downloads/` and the name: how later blocks of the run name it.
     */
    file_path: string;
    /**
     * Bytes.
     */
    file_size: number;
    /**
     * `runwright://files/` and the id: names it in every run.
     */
    artifact_uri: string;
  }[];
  downloaded_file_urls: string[];
  downloaded_file_artifact_ids: string[];
  task_screenshots: string[];
  task_screenshot_artifact_ids: string[];
  workflow_screenshots: string[];
  workflow_screenshot_artifact_ids: string[];
}

/**
 * Members of `navigation`. An agent reaches a goal of several steps on web pages.
 */
export interface NavigationMembers extends CommonMembers {
  url?: Text | null;
  engine?: ('service-1.0' | 'service-2.0' | 'cua-a' | 'cua-b' | 'ui-agent') | null;
  error_code_mapping?: {
    [k: string]: Text;
  } | null;
  max_steps_per_run?: number | null;
  parameter_keys?: readonly (string | Expression<unknown>)[];
  max_retries?: number;
  title?: Text;
  complete_criterion?: Text | null;
  terminate_criterion?: Text | null;
  /**
   * True: success reported by the agent is verified.
   */
  complete_verification?: boolean;
  include_action_history_in_verification?: boolean;
  complete_on_download?: boolean;
  download_suffix?: Text | null;
  totp_verification_url?: Text | null;
  totp_identifier?: Text | null;
  /**
   * With the engine `service-2.0`: the goal is divided into parts before anything is done. Otherwise only a goal that turns out to be long is.
   */
  plan_first?: boolean;
  /**
   * The goal, in natural language.
   */
  navigation_goal: Text;
  /**
   * The text of `complete_criterion` comes from others: the model judges by it and follows no instruction in it.
   */
  complete_criterion_is_untrusted?: boolean;
}

/**
 * Output of `navigation`.
 */
export interface NavigationOutput {
  task_id: string;
  status: 'completed' | 'terminated' | 'failed';
  /**
   * Object, array, text or null.
   */
  extracted_information: unknown;
  failure_reason: string | null;
  errors: {
    error_code: string;
    reasoning: string;
    confidence_float: number | null;
    block_label: string | null;
  }[];
  failure_category: string | null;
  /**
   * The error code of yours that applies.
   */
  error?: string;
  downloaded_files: {
    /**
     * Made safe, and unique in the run.
     */
    filename: string;
    /**
     * Signed address of the bytes; good for 12 hours.
     */
    url: string;
    /**
     * `sha256:` and the hexadecimal digest of the bytes.
     */
    checksum: string;
    /**
     * ISO 8601, UTC.
     */
    modified_at: string;
    file_id: string;
    /**
     * `downloads/` and the name: how later blocks of the run name it.
     */
    file_path: string;
    /**
     * Bytes.
     */
    file_size: number;
    /**
     * `runwright://files/` and the id: names it in every run.
     */
    artifact_uri: string;
  }[];
  downloaded_file_urls: string[];
  downloaded_file_artifact_ids: string[];
  task_screenshots: string[];
  task_screenshot_artifact_ids: string[];
  workflow_screenshots: string[];
  workflow_screenshot_artifact_ids: string[];
}

/**
 * Members of `pdf_fill`. Fills in a PDF.
 */
export interface PdfFillMembers extends CommonMembers {
  /**
   * The PDF to fill in. A URL, an artifact URI, a file of this run, `downloads`, or a block's output.
   */
  file_url: Written<unknown>;
  /**
   * The values to fill in, in natural language.
   */
  prompt: Text;
  llm_key?: Text | null;
  /**
   * Data to fill in.
   */
  payload?: Written<unknown>;
}

/**
 * Output of `pdf_fill`.
 */
export interface PdfFillOutput {
  fill_mode: 'form' | 'overlay';
  fields: {
    name: string;
    value: string;
  }[];
  skipped_fields: {
    name: string;
    reason: string;
  }[];
  overflowed_placements: {
    /**
     * From 1.
     */
    page: number;
    /**
     * Points from the left edge.
     */
    x: number;
    /**
     * Points from the lower edge to the foot of the letters.
     */
    y: number;
    text: string;
    /**
     * Height of the letters in points.
     */
    size: number;
    /**
     * Points to the right that the text may take.
     */
    max_width: number;
  }[];
  file_path: string;
  file_name: string;
  file_size: number;
  downloaded_files: {
    /**
     * Made safe, and unique in the run.
     */
    filename: string;
    /**
     * Signed address of the bytes; good for 12 hours.
     */
    url: string;
    /**
     * `sha256:` and the hexadecimal digest of the bytes.
     */
    checksum: string;
    /**
     * ISO 8601, UTC.
     */
    modified_at: string;
    file_id: string;
    /**
     * `downloads/` and the name: how later blocks of the run name it.
     */
    file_path: string;
    /**
     * Bytes.
     */
    file_size: number;
    /**
     * `runwright://files/` and the id: names it in every run.
     */
    artifact_uri: string;
  }[];
}

/**
 * Members of `pdf_parser`. Extracts data from a PDF with a model. Deprecated: use `file_url_parser`.
 */
export interface PdfParserMembers extends CommonMembers {
  /**
   * The PDF to read. A URL, an artifact URI, a file of this run, `downloads`, or a block's output.
   */
  file_url: Written<unknown>;
  json_schema?: {
    [k: string]: unknown;
  } | null;
}

/**
 * Output of `pdf_parser`.
 */
export type PdfParserOutput = unknown;

/**
 * Members of `print_page`. Prints the open page to a PDF.
 */
export interface PrintPageMembers extends CommonMembers {
  /**
   * Adds a footer with time and address.
   */
  include_timestamp?: boolean;
  custom_filename?: Text | null;
  format?: 'A4' | 'Letter' | 'Legal' | 'Tabloid';
  landscape?: boolean;
  print_background?: boolean;
}

/**
 * Output of `print_page`.
 */
export interface PrintPageOutput {
  filename: string;
  file_path: string;
  size_bytes: number;
  artifact_uri: string;
  artifact_url: string;
  downloaded_files: {
    /**
     * Made safe, and unique in the run.
     */
    filename: string;
    /**
     * Signed address of the bytes; good for 12 hours.
     */
    url: string;
    /**
     * `sha256:` and the hexadecimal digest of the bytes.
     */
    checksum: string;
    /**
     * ISO 8601, UTC.
     */
    modified_at: string;
    file_id: string;
    /**
     * `downloads/` and the name: how later blocks of the run name it.
     */
    file_path: string;
    /**
     * Bytes.
     */
    file_size: number;
    /**
     * `runwright://files/` and the id: names it in every run.
     */
    artifact_uri: string;
  }[];
}

/**
 * Members of `send_email`. Sends a mail.
 */
export interface SendEmailMembers extends CommonMembers {
  /**
   * Address of the sender, who receives a blind copy.
   */
  sender: Text;
  /**
   * Addresses, or the key of a parameter that contains some. Invalid addresses are skipped; without a valid one the block fails.
   */
  recipients: Written<readonly unknown[]>;
  /**
   * The id of the run is appended.
   */
  subject: Text;
  /**
   * Plain text, or the key of a parameter that holds it.
   */
  body: Text | null;
  /**
   * Files: URLs, artifact URIs, files of this run, `downloads` for all of them, outputs of blocks, or keys of parameters. At most 25 MB together.
   */
  file_attachments?: Written<readonly unknown[]>;
  /**
   * Key of the parameter that holds the host of the mail server.
   */
  smtp_host_secret_parameter_key?: Written<unknown>;
  /**
   * Key of the parameter that holds its port.
   */
  smtp_port_secret_parameter_key?: Written<unknown>;
  /**
   * Key of the parameter that holds the user name.
   */
  smtp_username_secret_parameter_key?: Written<unknown>;
  /**
   * Key of the parameter that holds the password.
   */
  smtp_password_secret_parameter_key?: Written<unknown>;
  custom_smtp_host?: Text | null;
  custom_smtp_port?: Written<number> | null;
  custom_smtp_username?: Text | null;
  custom_smtp_password?: Text | null;
}

/**
 * Output of `send_email`.
 */
export interface SendEmailOutput {
  success: boolean;
  /**
   * Why it was not sent.
   */
  error?: string;
}

/**
 * Members of `split_pdf`. Splits a PDF into documents, each a file of the run.
 */
export interface SplitPdfMembers extends CommonMembers {
  /**
   * The PDF to split. A URL, an artifact URI, a file of this run, `downloads`, or a block's output.
   */
  file_url: Written<unknown>;
  /**
   * How to split it, in natural language.
   */
  prompt: Text;
  llm_key?: Text | null;
}

/**
 * Output of `split_pdf`.
 */
export interface SplitPdfOutput {
  documents: {
    name: string;
    start_page: number;
    end_page: number;
    page_count: number;
    file_name: string;
    file_path: string;
    file_size: number;
  }[];
  document_count: number;
  skipped: {
    name: string;
    start_page: number;
    end_page: number;
    reason: string;
  }[];
  source_page_count: number;
  downloaded_files: {
    /**
     * Made safe, and unique in the run.
     */
    filename: string;
    /**
     * Signed address of the bytes; good for 12 hours.
     */
    url: string;
    /**
     * `sha256:` and the hexadecimal digest of the bytes.
     */
    checksum: string;
    /**
     * ISO 8601, UTC.
     */
    modified_at: string;
    file_id: string;
    /**
     * `downloads/` and the name: how later blocks of the run name it.
     */
    file_path: string;
    /**
     * Bytes.
     */
    file_size: number;
    /**
     * `runwright://files/` and the id: names it in every run.
     */
    artifact_uri: string;
  }[];
}

/**
 * Members of `task`. An agent reaches a goal on web pages, reads data from them, or both.
 */
export interface TaskMembers extends CommonMembers {
  url?: Text | null;
  engine?: ('service-1.0' | 'service-2.0' | 'cua-a' | 'cua-b' | 'ui-agent') | null;
  error_code_mapping?: {
    [k: string]: Text;
  } | null;
  max_steps_per_run?: number | null;
  parameter_keys?: readonly (string | Expression<unknown>)[];
  max_retries?: number;
  title?: Text;
  complete_criterion?: Text | null;
  terminate_criterion?: Text | null;
  /**
   * True: success reported by the agent is verified.
   */
  complete_verification?: boolean;
  include_action_history_in_verification?: boolean;
  complete_on_download?: boolean;
  download_suffix?: Text | null;
  totp_verification_url?: Text | null;
  totp_identifier?: Text | null;
  /**
   * With the engine `service-2.0`: the goal is divided into parts before anything is done. Otherwise only a goal that turns out to be long is.
   */
  plan_first?: boolean;
  navigation_goal?: Text | null;
  data_extraction_goal?: Text | null;
  data_schema?:
    | (
        | Text
        | {
            [k: string]: unknown;
          }
        | unknown[]
      )
    | null;
}

/**
 * Output of `task`.
 */
export interface TaskOutput {
  task_id: string;
  status: 'completed' | 'terminated' | 'failed';
  /**
   * Object, array, text or null.
   */
  extracted_information: unknown;
  failure_reason: string | null;
  errors: {
    error_code: string;
    reasoning: string;
    confidence_float: number | null;
    block_label: string | null;
  }[];
  failure_category: string | null;
  /**
   * The error code of yours that applies.
   */
  error?: string;
  downloaded_files: {
    /**
     * Made safe, and unique in the run.
     */
    filename: string;
    /**
     * Signed address of the bytes; good for 12 hours.
     */
    url: string;
    /**
     * `sha256:` and the hexadecimal digest of the bytes.
     */
    checksum: string;
    /**
     * ISO 8601, UTC.
     */
    modified_at: string;
    file_id: string;
    /**
     * `downloads/` and the name: how later blocks of the run name it.
     */
    file_path: string;
    /**
     * Bytes.
     */
    file_size: number;
    /**
     * `runwright://files/` and the id: names it in every run.
     */
    artifact_uri: string;
  }[];
  downloaded_file_urls: string[];
  downloaded_file_artifact_ids: string[];
  task_screenshots: string[];
  task_screenshot_artifact_ids: string[];
  workflow_screenshots: string[];
  workflow_screenshot_artifact_ids: string[];
}

/**
 * Members of `task_v2`. An agent reaches the goal of a prompt.
 */
export interface TaskV2Members extends CommonMembers {
  /**
   * The goal, in natural language.
   */
  prompt: Text;
  /**
   * Address of the first page; null: the open page, or one that the agent chooses.
   */
  url?: Text | null;
  /**
   * Rounds of the planner.
   */
  max_iterations?: number;
  /**
   * Turns of the agent.
   */
  max_steps?: number;
  totp_verification_url?: Text | null;
  totp_identifier?: Text | null;
  /**
   * With the engine `service-2.0`: the goal is divided into parts before anything is done. Otherwise only a goal that turns out to be long is.
   */
  plan_first?: boolean;
  error_code_mapping?: {
    [k: string]: Text;
  } | null;
  parameter_keys?: readonly (string | Expression<unknown>)[];
}

/**
 * Output of `task_v2`.
 */
export interface TaskV2Output {
  task_id: string;
  status: 'completed' | 'terminated' | 'failed';
  /**
   * Object, array, text or null.
   */
  extracted_information: unknown;
  failure_reason: string | null;
  errors: {
    error_code: string;
    reasoning: string;
    confidence_float: number | null;
    block_label: string | null;
  }[];
  failure_category: string | null;
  /**
   * The error code of yours that applies.
   */
  error?: string;
  downloaded_files: {
    /**
     * Made safe, and unique in the run.
     */
    filename: string;
    /**
     * Signed address of the bytes; good for 12 hours.
     */
    url: string;
    /**
     * `sha256:` and the hexadecimal digest of the bytes.
     */
    checksum: string;
    /**
     * ISO 8601, UTC.
     */
    modified_at: string;
    file_id: string;
    /**
     * `downloads/` and the name: how later blocks of the run name it.
     */
    file_path: string;
    /**
     * Bytes.
     */
    file_size: number;
    /**
     * `runwright://files/` and the id: names it in every run.
     */
    artifact_uri: string;
  }[];
  downloaded_file_urls: string[];
  downloaded_file_artifact_ids: string[];
  task_screenshots: string[];
  task_screenshot_artifact_ids: string[];
  workflow_screenshots: string[];
  workflow_screenshot_artifact_ids: string[];
  summary: string | null;
}

/**
 * Members of `text_prompt`. Asks a language model; no browser is needed.
 */
export interface TextPromptMembers extends CommonMembers {
  /**
   * What to ask.
   */
  prompt: Text;
  llm_key?: Text | null;
  json_schema?: {
    [k: string]: unknown;
  } | null;
  parameter_keys?: readonly (string | Expression<unknown>)[];
}

/**
 * Output of `text_prompt`.
 */
export type TextPromptOutput = unknown;

/**
 * Members of `upload_to_s3`. Stores files in the artifact store.
 */
export interface UploadToS3Members extends CommonMembers {
  /**
   * The files to store; at most 300. A URL, an artifact URI, a file of this run, `downloads`, or a block's output.
   */
  path: Written<unknown>;
}

/**
 * Output of `upload_to_s3`.
 */
export type UploadToS3Output = string[];

/**
 * Members of `validation`. Completes when the criteria are met, and terminates otherwise.
 */
export interface ValidationMembers extends CommonMembers {
  engine?: ('service-1.0' | 'service-2.0' | 'cua-a' | 'cua-b' | 'ui-agent') | null;
  error_code_mapping?: {
    [k: string]: Text;
  } | null;
  max_steps_per_run?: number | null;
  parameter_keys?: readonly (string | Expression<unknown>)[];
  complete_criterion?: Text | null;
  terminate_criterion?: Text | null;
  /**
   * The criteria are judged with the parameters only, without the page.
   */
  without_page_information?: boolean;
}

/**
 * Output of `validation`.
 */
export interface ValidationOutput {
  task_id: string;
  status: 'completed' | 'terminated' | 'failed';
  /**
   * Object, array, text or null.
   */
  extracted_information: unknown;
  failure_reason: string | null;
  errors: {
    error_code: string;
    reasoning: string;
    confidence_float: number | null;
    block_label: string | null;
  }[];
  failure_category: string | null;
  /**
   * The error code of yours that applies.
   */
  error?: string;
  downloaded_files: {
    /**
     * Made safe, and unique in the run.
     */
    filename: string;
    /**
     * Signed address of the bytes; good for 12 hours.
     */
    url: string;
    /**
     * `sha256:` and the hexadecimal digest of the bytes.
     */
    checksum: string;
    /**
     * ISO 8601, UTC.
     */
    modified_at: string;
    file_id: string;
    /**
     * `downloads/` and the name: how later blocks of the run name it.
     */
    file_path: string;
    /**
     * Bytes.
     */
    file_size: number;
    /**
     * `runwright://files/` and the id: names it in every run.
     */
    artifact_uri: string;
  }[];
  downloaded_file_urls: string[];
  downloaded_file_artifact_ids: string[];
  task_screenshots: string[];
  task_screenshot_artifact_ids: string[];
  workflow_screenshots: string[];
  workflow_screenshot_artifact_ids: string[];
}

/**
 * Members of `wait`. Waits. The time is stored, so that the wait continues after a restart; a cancel ends it at once.
 */
export interface WaitMembers extends CommonMembers {
  /**
   * Seconds to wait.
   */
  wait_sec: number;
}

/**
 * Output of `wait`.
 */
export interface WaitOutput {
  success: true;
}

/**
 * Members of `while_loop`. Executes its blocks repeatedly while a condition is true.
 */
export interface WhileLoopMembers extends CommonMembers {
  /**
   * The blocks that each iteration executes.
   */
  loop_blocks: {
    [k: string]: unknown;
  }[];
  /**
   * Evaluated before every iteration, the first one included.
   */
  condition: {
    criteria_type?: ('jinja2_template' | 'prompt') | null;
    /**
     * A template, or a condition in words.
     */
    expression: string;
    description?: string | null;
  };
}

/**
 * Output of `while_loop`.
 */
export type WhileLoopOutput = {
  /**
   * Item of the iteration; not in a `while_loop`.
   */
  loop_value?: unknown;
  output_parameter: {
    parameter_type: 'output';
    key: string;
  };
  output_value: unknown;
}[][];

/**
 * Members of `workflow_trigger`. Runs another workflow.
 */
export interface WorkflowTriggerMembers extends CommonMembers {
  /**
   * `wpid_…` of the workflow to run.
   */
  workflow_permanent_id: Text;
  payload?: Written<{readonly [member: string]: unknown}> | null;
  /**
   * Waits for its end; it must complete. Otherwise the block completes as soon as it is queued.
   */
  wait_for_completion?: boolean;
  browser_session_id?: Text | null;
  use_parent_browser_session?: boolean;
  parameter_keys?: readonly (string | Expression<unknown>)[];
}

/**
 * Output of `workflow_trigger`.
 */
export interface WorkflowTriggerOutput {
  workflow_run_id: string;
  workflow_permanent_id: string;
  status: string;
  failure_reason: string | null;
  outputs: {
    [k: string]: unknown;
  };
}
