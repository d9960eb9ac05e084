import type { Artifact } from '@runwright/client';

const names: Readonly<Record<Artifact['artifact_type'], string>> = {
  recording: 'Video of the browser',
  browser_console_log: 'Console of the browser',
  service_log: 'Log of the service',
  service_log_raw: 'Log of the service, as JSON',
  screenshot: 'Screenshot',
  screenshot_llm: 'Screenshot that the model got',
  screenshot_action: 'Screenshot after an action',
  screenshot_final: 'Screenshot at the end of the block',
  llm_prompt: 'Prompt to the model',
  llm_request: 'Request to the model provider',
  llm_response: 'Answer of the model provider',
  llm_response_parsed: 'Answer of the model, as JSON',
  llm_response_rendered: 'Answer of the model, with its links filled in',
  visible_elements_id_css_map: 'Map of elements to CSS selectors',
  visible_elements_id_frame_map: 'Map of elements to frames',
  visible_elements_id_xpath_map: 'Map of elements to XPaths',
  visible_elements_tree: 'Elements of the page',
  visible_elements_tree_trimmed: 'Elements of the page, shortened',
  visible_elements_tree_in_prompt: 'Elements of the page, as in the prompt',
  hashed_href_map: 'Map of short names to links',
  html: 'Page as HTML',
  html_scrape: 'Page as HTML, when the agent read it',
  html_action: 'Page as HTML after an action',
  trace: 'Playwright trace',
  har: 'Network requests (HAR)',
  script_file: 'File of a script',
  pdf: 'PDF',
  cassette_run: 'Recording for a test: workflow and result',
  cassette_call: 'Recording for a test: a model call',
  cassette_network: 'Recording for a test: network of a browser',
};

/** Names what an artifact is. */
export function artifactName({ artifact_type: type }: Pick<Artifact, 'artifact_type'>): string {
  return names[type];
}
