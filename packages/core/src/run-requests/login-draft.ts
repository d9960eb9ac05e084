import {
  type AcceptedDraft,
  type BlockNode,
  defaults,
  type LoginRequest,
  type Parameter,
} from '@runwright/contract';
import { literal, withValue } from './literal-template.ts';

/** References under which a secret source has the account that opens Bitwarden. */
const bitwardenAccount = {
  bitwarden_client_id_aws_secret_key: 'bitwarden_client_id',
  bitwarden_client_secret_aws_secret_key: 'bitwarden_client_secret',
  bitwarden_master_password_aws_secret_key: 'bitwarden_master_password',
} as const;

/** The one-block workflow of a login task. What the caller wrote is data: nothing of it is a template. */
export function loginDraft(request: LoginRequest): AcceptedDraft {
  const { url } = request;
  const site: Parameter[] = url
    ? [{ parameter_type: 'workflow', key: 'url', workflow_parameter_type: 'string', default_value: url }]
    : [];
  const block: BlockNode = {
    block_type: 'login',
    label: 'login',
    title: 'Login',
    parameter_keys: ['credential'],
    max_steps_per_run: defaults.loginSteps,
    may_choose_start: true,
    ...withValue('url', url, literal),
    ...withValue('navigation_goal', request.prompt?.trim() || null, literal),
    ...withValue('totp_identifier', request.totp_identifier, literal),
    ...withValue('totp_verification_url', request.totp_url, literal),
  };
  return {
    title: 'Login',
    workflow_definition: {
      version: 1,
      parameters: [...site, credentialParameter(request)],
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

/** The parameter `credential`, of the source that the request names. */
function credentialParameter(request: LoginRequest): Parameter {
  const key = 'credential';
  const text = (value: string | null | undefined) => literal(value ?? '');
  switch (request.credential_type) {
    case 'service':
      return { parameter_type: 'credential', key, credential_id: request.credential_id ?? '' };
    case 'password_manager_a':
      return {
        parameter_type: 'bitwarden_login_credential',
        key,
        ...bitwardenAccount,
        ...withValue('bitwarden_item_id', request.password_manager_a_item_id || null, literal),
        ...withValue('bitwarden_collection_id', request.password_manager_a_collection_id || null, literal),
        ...(request.url ? { url_parameter_key: 'url' } : {}),
      };
    case 'password_manager_b':
      return {
        parameter_type: 'onepassword',
        key,
        vault_id: text(request.password_manager_b_vault_id),
        item_id: text(request.password_manager_b_item_id),
      };
    case 'cloud_vault':
      return {
        parameter_type: 'azure_vault_credential',
        key,
        vault_name: text(request.cloud_vault_name),
        username_key: text(request.cloud_vault_username_key),
        password_key: text(request.cloud_vault_password_key),
        ...withValue('totp_secret_key', request.cloud_vault_totp_secret_key || null, literal),
      };
  }
}
