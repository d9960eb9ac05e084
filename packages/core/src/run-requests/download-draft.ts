import { type AcceptedDraft, type BlockNode, type DownloadRequest, defaults } from '@runwright/contract';
import { literal, withValue } from './literal-template.ts';

/** The one-block workflow of a download task. What the caller wrote is data: nothing of it is a template. */
export function downloadDraft(request: DownloadRequest): AcceptedDraft {
  const block: BlockNode = {
    block_type: 'file_download',
    label: 'file_download',
    title: 'File Download',
    navigation_goal: literal(request.navigation_goal),
    max_steps_per_run: request.max_steps_per_run ?? defaults.downloadSteps,
    download_timeout: request.download_timeout ?? defaults.downloadSeconds,
    may_choose_start: true,
    ...withValue('url', request.url, literal),
    ...withValue('download_suffix', request.download_suffix, literal),
    ...withValue('totp_identifier', request.totp_identifier, literal),
    ...withValue('totp_verification_url', request.totp_url, literal),
  };
  return {
    title: 'File Download',
    workflow_definition: {
      version: 1,
      parameters: [],
      blocks: [block],
      strict_templates: false,
    },
    persist_browser_session: false,
    is_saved_task: false,
    ai_fallback: false,
    run_sequentially: false,
    status: 'auto_generated',
  };
}
