import { DownloadRequest, type JsonObject, LoginRequest, type Problem } from '@runwright/contract';
import { compileSchema, domainProblems, headerProblems, invalidInput } from '@runwright/definition';
import { maskHeaders } from '../records/mask-headers.ts';
import { metadataProblems } from './metadata-problems.ts';
import { addressProblems, browserProblems, valueProblem } from './run-request.ts';
import { withoutUnknownMembers } from './without-unknown-members.ts';

const checkLogin = compileSchema(LoginRequest);
const checkDownload = compileSchema(DownloadRequest);

/** A request for a task of one kind. */
export type SingleTaskRequest = LoginRequest | DownloadRequest;

/** A login request that was checked. Throws `invalid_input` with every mistake. */
export function readLoginRequest(request: unknown): LoginRequest {
  const checked = checkLogin(request);
  if (!checked.ok) throw invalidInput('The login cannot be started', checked.problems);
  const { value } = checked;
  const hasPlace = value.url || value.browser_session_id || value.browser_address || value.prompt?.trim();
  const problems = [
    ...commonProblems(value),
    ...sourceProblems(value),
    ...(hasPlace
      ? []
      : [
          valueProblem(
            'url',
            'there is no page to sign in on; give a url, a browser session, or a prompt that names the site',
          ),
        ]),
  ];
  if (problems.length > 0) throw invalidInput('The login cannot be started', problems);
  return value;
}

/** A download request that was checked. Throws `invalid_input` with every mistake. */
export function readDownloadRequest(request: unknown): DownloadRequest {
  const checked = checkDownload(request);
  if (!checked.ok) throw invalidInput('The download cannot be started', checked.problems);
  const { value } = checked;
  const problems = [
    ...(value.navigation_goal.trim() === ''
      ? [valueProblem('navigation_goal', 'the goal is blank; say which file is to be downloaded')]
      : []),
    ...commonProblems(value),
  ];
  if (problems.length > 0) throw invalidInput('The download cannot be started', problems);
  return value;
}

/**
 * The request as the record of its run shows it: as one of a workflow run, without members that are not known and without
 * values of headers that sign somebody in.
 */
export function shownSingleTask(request: SingleTaskRequest, workflowPermanentId: string): JsonObject {
  const schema = 'credential_type' in request ? LoginRequest : DownloadRequest;
  const { max_screenshot_scrolling_times: scrolls, ...known } = withoutUnknownMembers(
    schema,
    request,
  ) as JsonObject;
  return maskHeaders({
    workflow_id: workflowPermanentId,
    ...known,
    ...(scrolls === undefined ? {} : { max_screenshot_scrolls: scrolls }),
  } as JsonObject);
}

function commonProblems(value: SingleTaskRequest): readonly Problem[] {
  return [
    ...addressProblems(value, ['url', 'webhook_url', 'totp_url', 'browser_address']),
    ...headerProblems(value.extra_http_headers, ['extra_http_headers']),
    ...domainProblems(value.allowed_domains, ['allowed_domains']),
    ...metadataProblems(value.metadata),
    ...browserProblems(value),
  ];
}

/** Members that the source of the credential needs. */
function sourceProblems(request: LoginRequest): readonly Problem[] {
  const { credential_type: source } = request;
  const missing = (names: readonly (keyof LoginRequest)[]): readonly Problem[] =>
    names
      .filter((name) => !String(request[name] ?? '').trim())
      .map((name) => ({ path: [name], type: 'missing', message: 'Field required' }));
  switch (source) {
    case 'service':
      return missing(['credential_id']);
    case 'password_manager_a':
      if (request.password_manager_a_item_id?.trim()) return [];
      if (!request.password_manager_a_collection_id?.trim()) return missing(['password_manager_a_item_id']);
      return request.url
        ? []
        : [
            valueProblem(
              'url',
              'the item of a collection is found by its site; give a url, or the id of the item',
            ),
          ];
    case 'password_manager_b':
      return missing(['password_manager_b_vault_id', 'password_manager_b_item_id']);
    case 'cloud_vault':
      return missing(['cloud_vault_name', 'cloud_vault_username_key', 'cloud_vault_password_key']);
  }
}
