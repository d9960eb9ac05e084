import type { Page, PushedCode } from '@runwright/contract';

/**
 * One-time codes that a host passes on from mails and text messages, so that runs can sign in with them. They are encrypted
 * under the master key and deleted after 10 minutes, or at their `expired_at` when that is earlier.
 */
export interface OneTimeCodesApi {
  /**
   * Checks and keeps a code, see `PushedCodeInput`. Throws `invalid_input` when no code is found in the content, and
   * `not_found` for a run or workflow that the organization does not have.
   */
  push(organizationId: string, input: unknown): Promise<PushedCode>;
  /** Newest first, with the codes: do not show those. Defaults: page 1, 10 per page. */
  list(
    organizationId: string,
    query?: {
      readonly page?: number;
      readonly pageSize?: number;
      readonly totpIdentifier?: string;
      readonly workflowRunId?: string;
    },
  ): Promise<Page<PushedCode>>;
}
