import {
  type ActionResult,
  type BlockContext,
  errorMessage,
  type PageDriver,
  promptSection,
  RunwrightError,
  type SavedArtifact,
  Type,
} from '@runwright/contract';
import { throwIfAborted } from './abort.ts';
import { renderPrompt } from './render-prompt.ts';
import type { TaskContext } from './task-context.ts';
import { taskThoughts, think } from './think.ts';

/**
 * Loads a URL in the active tab and returns the URL after redirects.
 *
 * @throws RunwrightError `egress_denied` when the policy refuses the URL, `block_failed` (retryable) when no page
 * loads
 */
export async function openUrl(page: PageDriver, context: BlockContext, address: string): Promise<string> {
  const url = withScheme(address);
  const { signal } = context;
  const result = await page.act(
    { action_type: 'goto_url', url },
    { epoch: 0, origin: { stepId: null, order: 0, reasoning: null }, signal },
  );
  if (result.status === 'failed') throw openFailure({ label: context.label, address, url }, result);
  await saveArtifact(context, async () => {
    const { bytes, mediaType } = await page.screenshot({ signal });
    const owner = result.actionId === undefined ? {} : { actionId: result.actionId };
    return { type: 'screenshot_action', content: bytes, contentType: mediaType, ...owner };
  });
  return result.urlAfter;
}

/**
 * Opens the start page of a task: the given URL, the page that is open, or, for a task on a blank page, a URL that the
 * model chooses.
 *
 * @throws RunwrightError `block_failed` when there is no start page, or it does not open
 */
export async function openStartPage(task: TaskContext): Promise<void> {
  const { spec, context, session } = task;
  if (spec.url !== null) {
    await openUrl(session.page, context, spec.url);
    return;
  }
  if (!(await isBlank(session.page))) return;
  const chosen = spec.mayChooseStart ? await chooseStartPage(task) : null;
  if (chosen === null) {
    throw new RunwrightError(
      'block_failed',
      `The ${spec.blockType} block \`${spec.label}\` begins on a blank page and has no starting URL. Give the run's first browser block a \`url\`.`,
      { details: { failure_category: 'definition' } },
    );
  }
  await openUrl(session.page, context, chosen);
}

/** Saves HTML and screenshot of the page at the end of a block and returns the screenshot's reference. */
export async function saveFinalArtifacts(
  page: PageDriver,
  context: BlockContext,
): Promise<SavedArtifact | null> {
  const { signal } = context;
  await saveArtifact(context, async () => ({ type: 'html', content: await page.html({ signal }) }));
  return saveArtifact(context, async () => {
    const { bytes, mediaType } = await page.screenshot({ signal });
    return { type: 'screenshot_final', content: bytes, contentType: mediaType };
  });
}

const StartPage = Type.Object(
  {
    url: Type.Union([Type.String(), Type.Null()], { description: 'Where to begin, with https://.' }),
    title: Type.String({ description: 'A few words for the task.' }),
  },
  { additionalProperties: false },
);

async function chooseStartPage({ spec, context }: TaskContext): Promise<string | null> {
  const messages = [
    { role: 'system', content: renderPrompt('metadata') },
    { role: 'user', content: promptSection('goal', spec.goal ?? '') },
  ] as const;
  const { url } = await think(
    context,
    taskThoughts(context),
    { thoughtType: 'metadata', scenario: 'generate_metadata' },
    (ids) =>
      context
        .model('metadata')
        .generate({ messages, schema: StartPage, name: 'metadata', ...ids, signal: context.signal }),
    (value) => ({ answer: value.url, output: { ...value } }),
  );
  return url?.trim() || null;
}

async function isBlank(page: PageDriver): Promise<boolean> {
  const tabs = await page.tabs();
  const active = tabs.find((tab) => tab.active);
  return !active || active.url === '' || /^(about:|chrome:|edge:)/.test(active.url);
}

function withScheme(address: string): string {
  return /^[a-z][a-z0-9+.-]*:\/\//i.test(address) || /^(about|data|javascript):/i.test(address)
    ? address
    : `https://${address}`;
}

function openFailure(
  { label, address, url }: { readonly label: string; readonly address: string; readonly url: string },
  { code, message }: ActionResult,
): RunwrightError {
  const refused = code === 'blocked_destination';
  // The scheme that was added is the likeliest reason for an answer that is no TLS.
  const remedy =
    url !== address && message.includes('ERR_SSL_PROTOCOL_ERROR')
      ? ` If the site has no https, write \`http://${address}\`.`
      : '';
  const reason = `Cannot open \`${url}\`${refused ? ', because the egress policy refuses it' : ''}: ${message}${remedy}`;
  return new RunwrightError(refused ? 'egress_denied' : 'block_failed', reason, {
    retryable: !refused,
    details: {
      failure_category: refused ? 'policy' : 'page_load',
      errors: [
        {
          error_code: refused ? 'egress_refused' : 'page_load_failed',
          reasoning: reason,
          confidence_float: null,
          block_label: label,
        },
      ],
    },
  });
}

/** Saves an artifact; a failure is logged and does not fail the task. */
async function saveArtifact(
  context: BlockContext,
  make: () => Promise<Parameters<BlockContext['artifact']>[0]>,
): Promise<SavedArtifact | null> {
  try {
    return await context.artifact(await make());
  } catch (error) {
    throwIfAborted(context.signal);
    if (RunwrightError.is(error) && error.code === 'lease_lost') throw error;
    context.log.warn('cannot save an artifact', {
      reason: errorMessage(error),
    });
    return null;
  }
}
