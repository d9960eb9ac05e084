import {
  type AcceptedDraft,
  defaults,
  type Json,
  type JsonObject,
  type Problem,
  type RunSettings,
  type TaskRequest,
  TaskRequest as TaskRequestSchema,
  type TraceContext,
  type WorkflowRunRequest,
  WorkflowRunRequest as WorkflowRunRequestSchema,
} from '@runwright/contract';
import {
  addressProblem,
  compileSchema,
  domainProblems,
  headerProblems,
  invalidInput,
  maximumAddressLength,
} from '@runwright/definition';
import { maskHeaders } from '../records/mask-headers.ts';
import { metadataProblems } from './metadata-problems.ts';
import { partialSettings } from './partial-run.ts';
import { replayProblems } from './replay-problems.ts';
import { withoutUnknownMembers } from './without-unknown-members.ts';

const checkTask = compileSchema(TaskRequestSchema);
const checkWorkflowRun = compileSchema(WorkflowRunRequestSchema);

/** A task request with its defaults. Throws `invalid_input` with every mistake. */
export function readTaskRequest(request: unknown): TaskRequest {
  const checked = checkTask(request);
  if (!checked.ok) throw invalidInput('The task cannot be started', checked.problems);
  const { value } = checked;
  const problems = [
    ...(value.prompt.trim() === ''
      ? [valueProblem('prompt', 'the prompt is blank; say what is to be done')]
      : []),
    ...(value.publish_workflow === true && value.engine !== 'service-2.0'
      ? [valueProblem('publish_workflow', 'only tasks of the engine service-2.0 can be published')]
      : []),
    ...addressProblems(value, ['url', 'webhook_url', 'totp_url', 'browser_address']),
    ...headerProblems(value.extra_http_headers, ['extra_http_headers']),
    ...domainProblems(value.allowed_domains, ['allowed_domains']),
    ...metadataProblems(value.metadata),
    ...browserProblems(value),
    ...countryProblems(value.proxy_location),
  ];
  if (problems.length > 0) throw invalidInput('The task cannot be started', problems);
  return value;
}

/** A workflow run request with its defaults. Throws `invalid_input` with every mistake. */
export function readWorkflowRunRequest(request: unknown): WorkflowRunRequest {
  const checked = checkWorkflowRun(request);
  if (!checked.ok) throw invalidInput('The run cannot be started', checked.problems);
  const { value } = checked;
  const problems = [
    ...addressProblems(value, ['webhook_url', 'totp_url', 'browser_address']),
    ...headerProblems(value.extra_http_headers, ['extra_http_headers']),
    ...domainProblems(value.allowed_domains, ['allowed_domains']),
    ...metadataProblems(value.metadata),
    ...browserProblems(value),
    ...replayProblems(value),
  ];
  if (problems.length > 0) throw invalidInput('The run cannot be started', problems);
  return value;
}

/** Members that either kind of request may have. */
export type AnyRequest = Omit<Partial<TaskRequest>, 'prompt' | 'proxy_location'> &
  Omit<Partial<WorkflowRunRequest>, 'proxy_location'> & { readonly proxy_location?: unknown };

/** Settings that come from neither the request nor the workflow. */
export interface RunSettingsOrigin {
  /** See {@link RunSettings.userAgent}. */
  readonly userAgent?: string;
  /** See {@link RunSettings.metadata}. */
  readonly metadata?: JsonObject;
  /** See {@link RunSettings.traceContext}. */
  readonly traceContext?: TraceContext;
  /** Settings of the run that starts this one. Default: none. */
  readonly inherited?: InheritedSettings;
}

/** Settings that a run hands on to the runs that it starts. */
export type InheritedSettings = Pick<
  RunSettings,
  'allowedDomains' | 'maxCost' | 'maxTokens' | 'priority' | 'derivedParameters' | 'parentSites'
>;

/** Settings of a run: its request decides, then its workflow, then the engine's defaults. */
export function runSettings(
  request: AnyRequest,
  draft: AcceptedDraft,
  { userAgent, metadata, traceContext, inherited }: RunSettingsOrigin = {},
): RunSettings {
  const modelName = request.model?.model_name ?? draft.model?.model_name;
  const allowedDomains = request.allowed_domains ?? draft.allowed_domains ?? inherited?.allowedDomains;
  const maxCost = smallest(request.max_cost, draft.max_cost, inherited?.maxCost);
  const maxTokens = smallest(request.max_tokens, draft.max_tokens, inherited?.maxTokens);
  const priority = request.priority ?? inherited?.priority ?? 0;
  const isRecorded = request.record_for_replay === true;
  const webhookUrl = (request.webhook_url ?? draft.webhook_callback_url ?? '').trim();
  return {
    webhookUrl: webhookUrl === '' ? null : webhookUrl,
    proxyLocation: (request.proxy_location ??
      draft.proxy_location ??
      defaults.workflow.proxyLocation) as Json,
    browserSessionId: request.browser_session_id ?? null,
    browserProfileId: request.browser_profile_id ?? null,
    browserAddress: request.browser_address ?? null,
    extraHttpHeaders: { ...draft.extra_http_headers, ...request.extra_http_headers },
    maxScreenshotScrolls: request.max_screenshot_scrolls ?? draft.max_screenshot_scrolls ?? null,
    modelName: typeof modelName === 'string' ? modelName : null,
    totpUrl: request.totp_url ?? draft.totp_verification_url ?? null,
    totpIdentifier: request.totp_identifier ?? draft.totp_identifier ?? null,
    // A replay has no script.
    runWith: isRecorded ? 'agent' : (request.run_with ?? draft.run_with ?? defaults.workflow.runWith),
    aiFallback: request.ai_fallback ?? draft.ai_fallback ?? false,
    maxElapsedMinutes: draft.max_elapsed_time_minutes ?? defaults.workflow.maxElapsedMinutes,
    ...(isRecorded ? { isRecorded } : {}),
    ...(allowedDomains ? { allowedDomains } : {}),
    ...(inherited?.derivedParameters?.length ? { derivedParameters: inherited.derivedParameters } : {}),
    ...(inherited?.parentSites?.length ? { parentSites: inherited.parentSites } : {}),
    ...(maxCost === null ? {} : { maxCost }),
    ...(maxTokens === null ? {} : { maxTokens }),
    ...(metadata || request.metadata ? { metadata: { ...request.metadata, ...metadata } } : {}),
    ...(priority === 0 ? {} : { priority }),
    ...(traceContext ? { traceContext } : {}),
    ...(userAgent ? { userAgent: userAgent.slice(0, 512) } : {}),
    ...partialSettings(request, draft.workflow_definition),
  };
}

/** Returns the smallest of the limits that are set; null when none is. */
function smallest(...limits: readonly (number | null | undefined)[]): number | null {
  const set = limits.filter((limit) => typeof limit === 'number');
  return set.length === 0 ? null : Math.min(...set);
}

/** The request as its record shows it: members that are not known, and values of headers that sign somebody in, are not in it. */
export function shownRequest(request: TaskRequest | WorkflowRunRequest): JsonObject {
  const schema = 'workflow_id' in request ? WorkflowRunRequestSchema : TaskRequestSchema;
  return maskHeaders(withoutUnknownMembers(schema, request) as JsonObject);
}

/** Addresses among the members of a request that cannot be read. */
export function addressProblems<R extends object>(
  request: R,
  names: readonly (keyof R & string)[],
): Problem[] {
  return names.flatMap((name) => {
    const value = request[name];
    if (typeof value !== 'string' || value.trim() === '') return [];
    if (name === 'browser_address')
      return value.length > maximumAddressLength ? [valueProblem(name, tooLong)] : [];
    const reason = addressProblem(value);
    return reason === null ? [] : [valueProblem(name, reason)];
  });
}

const tooLong = `the address is longer than ${maximumAddressLength} characters`;
const regions = new Intl.DisplayNames(['en'], { type: 'region', fallback: 'none' });

/** Countries are regions of two letters (ISO 3166-1), without the codes that are for private use. */
function countryProblems(location: unknown): Problem[] {
  if (typeof location !== 'object' || location === null || !('country' in location)) return [];
  const code = String(location.country).toUpperCase();
  const isPrivate = /^(?:AA|Q[M-Z]|X[A-Z]|ZZ)$/.test(code);
  if (/^[A-Z]{2}$/.test(code) && !isPrivate && regions.of(code) !== undefined) return [];
  const message = `Value error, \`${location.country}\` is no country; use a code of ISO 3166-1 such as DE`;
  return [{ path: ['proxy_location', 'country'], type: 'value_error', message }];
}

/** Members that each name a browser to use; at most one may. */
export function browserProblems(request: Readonly<Record<string, unknown>>): Problem[] {
  const named = (['browser_session_id', 'browser_address', 'browser_profile_id'] as const).filter(
    (name) => request[name],
  );
  return named
    .slice(1)
    .map((name) => valueProblem(name, `it cannot be combined with ${named[0]}; give one of them`));
}

/** A problem of type `value_error` at one member of a request. */
export function valueProblem(name: string, reason: string): Problem {
  return { path: [name], type: 'value_error', message: `Value error, ${reason}` };
}
