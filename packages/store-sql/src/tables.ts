import type { RunType } from '@runwright/contract';
import type { RowIn } from './codec.ts';
import type {
  apiKeyRows,
  artifactRows,
  attemptRows,
  billingRows,
  browserProfileRows,
  browserSessionRows,
  chargeRows,
  credentialRows,
  dayUseRows,
  deliveryRows,
  fileRows,
  folderRows,
  idempotencyRows,
  organizationRows,
  outboxRows,
  pushedCodeRows,
  runRows,
  scheduleRows,
  scriptRows,
  sentRequestRows,
  workerRows,
  workflowRows,
} from './rows.ts';

/** A run with what the store alone knows about it. */
export interface RunTable extends RowIn<typeof runRows> {
  /** Owner of the lease; null when there is none. */
  owner: string | null;
  /** The fencing token: grows with every change of owner. */
  token: number;
  /** Epoch ms. */
  lease_until: number | null;
  /** Owners that were replaced before they had released the run. */
  lost_workers: number;
  /** Those of them that released it later. */
  returned_workers: number;
  /** The owners that were replaced and have not released the run since; see `dead-owners.ts`. */
  dead_owners: string;
  /** Sequence of the latest timeline event. */
  last_sequence: number;
  /** The run that waits for its end; null when none does. */
  awaited_by: string | null;
  /** Lower-case text by which lists are filtered. */
  run_type: RunType;
  search_text: string;
  /** That of its settings. */
  priority: number;
  /** See `WaitingTurn`; null once it is claimed or final, and for a run that its parent waits for. */
  waiting_turn: number | null;
  /** Its turn from its first claim until it is final. */
  begun_turn: number | null;
  /** Whether a claim was refused by its keys: 0 or 1. */
  turn_passed: number;
}

/** The text of a run that is searched; triggers write it. */
export interface RunSearchTable {
  run_id: string;
  organization_id: string;
  created_at: number;
  search_text: string;
}

/** A text in the metadata of a run. Triggers write it. */
export interface RunMetadataTable {
  run_id: string;
  name: string;
  organization_id: string;
  value: string;
  created_at: number;
}

/** A duty that one process has for all. */
export interface DutyTable {
  duty: string;
  owner: string;
  /** Epoch ms. */
  lease_until: number;
}

/** The fingerprint of the master key, in one row. */
export interface MasterKeyTable {
  id: number;
  fingerprint: string;
}

/** A concurrency key or limit of a run that has not ended. */
export interface RunConcurrencyKeyTable {
  run_id: string;
  lane: string;
  /**
   * Of a key: the time when the run was queued or, before that, created; epoch ms. Of a limit: see `limitOrder`. Ties are broken by
   * its id.
   */
  turn_at: number;
  /** Runs that a limit lets pass at once; null for a key, which lets one pass, in order. */
  capacity: number | null;
  /** True if it was ever claimed: 0 or 1. */
  claimed: number;
  /** Once it is claimed: from 0, below the capacity, and of one run at a time. */
  slot: number;
}

/** A workflow version with the lower-case texts that it is searched by. */
export interface WorkflowTable extends RowIn<typeof workflowRows> {
  title_text: string;
  search_text: string;
}

/** A folder with the lower-case title that it is searched by. */
export interface FolderTable extends RowIn<typeof folderRows> {
  title_text: string;
}

/** The text of an import that has not ended. */
export interface WorkflowImportTable {
  workflow_id: string;
  source: string;
}

/** A credential with the lower-case name that it is searched by. */
export interface CredentialTable extends RowIn<typeof credentialRows> {
  name_text: string;
}

/** A browser session with what the store alone knows about it. */
export interface BrowserSessionTable extends RowIn<typeof browserSessionRows> {
  /** Owner of the lease; null when there is none. */
  owner: string | null;
  /** Epoch ms. */
  lease_until: number | null;
}

/** The encrypted browser state that a workflow, run or session has left. */
export interface BrowserStateTable {
  organization_id: string;
  owner_id: string;
  ciphertext: string;
}

/** Number of turns of a name that were taken, less one. */
export interface CredentialTurnTable {
  organization_id: string;
  name: string;
  turn: number;
}

/** A part of the bytes that an organization has stored; triggers write it. */
export interface OrganizationStorageTable {
  organization_id: string;
  part: number;
  bytes: number;
}

/** One event; nothing but its place is ever asked for, so the rest is one JSON text. */
export interface TimelineTable {
  run_id: string;
  sequence: number;
  organization_id: string;
  event: string;
}

type SentRequestRow = RowIn<typeof sentRequestRows>;

/** A delivery, and the request that it sent; its columns are null when none is kept. */
export type DeliveryTable = RowIn<typeof deliveryRows> & {
  [Column in keyof SentRequestRow]: SentRequestRow[Column] | null;
};

/** Every table. JSON is text, a time is epoch ms, a boolean is 0 or 1, an id is text. */
export interface Tables {
  organizations: RowIn<typeof organizationRows>;
  organization_storage: OrganizationStorageTable;
  api_keys: RowIn<typeof apiKeyRows>;
  workflows: WorkflowTable;
  workflow_imports: WorkflowImportTable;
  folders: FolderTable;
  runs: RunTable;
  run_search: RunSearchTable;
  run_metadata: RunMetadataTable;
  run_lanes: RunConcurrencyKeyTable;
  credentials: CredentialTable;
  pushed_codes: RowIn<typeof pushedCodeRows>;
  browser_sessions: BrowserSessionTable;
  browser_profiles: RowIn<typeof browserProfileRows>;
  browser_states: BrowserStateTable;
  credential_turns: CredentialTurnTable;
  attempts: RowIn<typeof attemptRows>;
  timeline: TimelineTable;
  outbox: RowIn<typeof outboxRows>;
  artifacts: RowIn<typeof artifactRows>;
  files: RowIn<typeof fileRows>;
  schedules: RowIn<typeof scheduleRows>;
  scripts: RowIn<typeof scriptRows>;
  deliveries: DeliveryTable;
  idempotency_keys: RowIn<typeof idempotencyRows>;
  billing_accounts: RowIn<typeof billingRows>;
  charges: RowIn<typeof chargeRows>;
  model_use_by_day: RowIn<typeof dayUseRows>;
  duties: DutyTable;
  master_key: MasterKeyTable;
  workers: RowIn<typeof workerRows>;
}
