import type { ApiKeyScope } from '@runwright/contract';

/** Caller of the tools: sees and starts what belongs to its organization, and nothing else. */
export interface McpCaller {
  readonly organizationId: string;
  /** The key that signs webhooks of the runs; null for a caller without one. */
  readonly apiKeyId: string | null;
  /** Tools that start or change something need `run`, all others `read`. */
  readonly scopes: readonly ApiKeyScope[];
}
