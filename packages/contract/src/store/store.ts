import type { ApiKeyRepository } from './api-key-repository.ts';
import type { ArtifactRepository } from './artifact-repository.ts';
import type { AttemptRepository } from './attempt-repository.ts';
import type { BillingRepository } from './billing-repository.ts';
import type { BrowserProfileRepository } from './browser-profile-repository.ts';
import type { BrowserSessionRepository } from './browser-session-repository.ts';
import type { BrowserStateRepository } from './browser-state-repository.ts';
import type { CiphertextRepository } from './ciphertext-repository.ts';
import type { CredentialRepository } from './credential-repository.ts';
import type { DeliveryRepository } from './delivery-repository.ts';
import type { DutyRepository } from './duty-repository.ts';
import type { FileRepository } from './file-repository.ts';
import type { FolderRepository } from './folder-repository.ts';
import type { IdempotencyRepository } from './idempotency-repository.ts';
import type { ModelUseRepository } from './model-use-repository.ts';
import type { OrganizationRepository } from './organization-repository.ts';
import type { OutboxRepository } from './outbox-repository.ts';
import type { PushedCodeRepository } from './pushed-code-repository.ts';
import type { RunRepository } from './run-repository.ts';
import type { ScheduleRepository } from './schedule-repository.ts';
import type { ScriptRepository } from './script-repository.ts';
import type { TimelineRepository } from './timeline-repository.ts';
import type { WorkerRepository } from './worker-repository.ts';
import type { WorkflowRepository } from './workflow-repository.ts';

/** How often a store has repeated work since it was opened. */
export interface StoreRetries {
  /** Because the database took a transaction back that met another one. */
  readonly conflicts: number;
  /** Because the connection was lost, or none was to be had. */
  readonly connections: number;
}

/**
 * Keeps what is true. A batch of writes as data is the transaction; no connection leaks out. Every row belongs to an
 * organization; calls without one are the worker's and the sweep's, which serve all of them.
 */
export interface Store {
  readonly specVersion: 'v1';
  /**
   * Epoch ms by a clock that all processes of the store share, so that a lease means the same to each of them. Absent: they go
   * by their own clocks.
   */
  now?(): number;
  /** Absent: the store repeats nothing by itself, or does not count it. */
  retries?(): StoreRetries;
  readonly organizations: OrganizationRepository;
  readonly apiKeys: ApiKeyRepository;
  readonly workflows: WorkflowRepository;
  readonly folders: FolderRepository;
  readonly runs: RunRepository;
  readonly attempts: AttemptRepository;
  readonly timeline: TimelineRepository;
  readonly outbox: OutboxRepository;
  readonly artifacts: ArtifactRepository;
  readonly files: FileRepository;
  readonly credentials: CredentialRepository;
  readonly pushedCodes: PushedCodeRepository;
  readonly browserSessions: BrowserSessionRepository;
  readonly browserProfiles: BrowserProfileRepository;
  readonly browserStates: BrowserStateRepository;
  readonly ciphertexts: CiphertextRepository;
  readonly schedules: ScheduleRepository;
  readonly scripts: ScriptRepository;
  readonly deliveries: DeliveryRepository;
  readonly idempotencyKeys: IdempotencyRepository;
  readonly billing: BillingRepository;
  readonly modelUse: ModelUseRepository;
  readonly duties: DutyRepository;
  readonly workers: WorkerRepository;
  close(): Promise<void>;
}
