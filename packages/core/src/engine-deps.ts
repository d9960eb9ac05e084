import type {
  ArtifactStore,
  BrowserDriver,
  Clock,
  ComputerProtocol,
  EgressPolicy,
  LanguageModel,
  Mailer,
  ModelPurpose,
  ProxyProvider,
  RequestOptions,
  RunQueue,
  SecretSource,
  Store,
} from '@runwright/contract';
import type { EngineSettings, RetentionSettings } from './api/engine-options.ts';
import type { Limits } from './api/limits.ts';
import type { Billing, BillingSettings } from './billing/billing.ts';
import type { BrowserPlaces } from './browser/browser-places.ts';
import type { StoredStates } from './browser/stored-states.ts';
import type { ApiKeys } from './credentials/api-keys.ts';
import type { Credentials } from './credentials/credentials.ts';
import type { OrganizationStorage } from './files/organization-storage.ts';
import type { SignedLinks } from './files/signed-links.ts';
import type { LiveRuns } from './live/live-runs.ts';
import type { ModelSettings } from './model/model-settings.ts';
import type { Connect } from './network/pinned-connect.ts';
import type { PushedCodes } from './one-time-codes/pushed-codes.ts';
import type { Registry } from './registry/registry.ts';
import type { HostAccess } from './runtime/host-access.ts';
import type { MakeId } from './runtime/ids.ts';
import type { KeyHolds } from './runtime/key-holds.ts';
import type { KeyedEmitter } from './runtime/keyed-emitter.ts';
import type { RunStarts } from './runtime/run-starts.ts';
import type { HasSeveralOrganizations } from './runtime/several-organizations.ts';
import type { DriverHealth } from './telemetry/observe-drivers.ts';
import type { ReportError } from './telemetry/report-errors.ts';
import type { RunEvents } from './telemetry/run-events.ts';

/** The settings with every default filled in. */
export type ResolvedSettings = Required<
  Omit<
    EngineSettings,
    'masterKey' | 'limits' | 'retention' | 'sessions' | 'billing' | 'models' | 'maxBrowsers' | 'runStarts'
  >
> & {
  /** Other processes may use the store at the same time, and all of them have its time. */
  readonly isStoreShared: boolean;
  /** `maxOpenPerOrganization` is null by default: its value depends on whether there are several organizations. */
  readonly sessions: Required<Omit<NonNullable<EngineSettings['sessions']>, 'maxOpenPerOrganization'>> & {
    readonly maxOpenPerOrganization: number | null;
  };
  readonly billing: BillingSettings;
  readonly retention: Required<RetentionSettings>;
  readonly limits: Limits;
  readonly models: ModelSettings;
};

/** The dependencies that the functions of one engine share. Each takes only those that it uses. */
export interface EngineDeps {
  /** The drivers report their errors by themselves, see `observeDrivers`. */
  readonly store: Store;
  readonly queue: RunQueue;
  readonly artifacts: ArtifactStore;
  readonly browser: BrowserDriver | null;
  readonly browserPlaces: BrowserPlaces;
  readonly model: (
    purpose: ModelPurpose,
    name: string | null,
    computer?: ComputerProtocol | null,
  ) => LanguageModel | null;
  readonly secrets: readonly SecretSource[];
  readonly mailer: Mailer | null;
  readonly hostAccess: HostAccess;
  readonly haveSeveralOrganizations: HasSeveralOrganizations;
  readonly storage: OrganizationStorage;
  readonly proxies: ProxyProvider | null;
  readonly egress: EgressPolicy;
  /** The network under the egress policy. With `redirect: 'manual'` no redirect is followed. */
  readonly fetch: (url: string | URL, init?: RequestOptions) => Promise<Response>;
  /** TCP connections under the egress policy. */
  readonly connect: Connect;
  readonly clock: Clock;
  readonly random: () => number;
  readonly makeId: MakeId;
  readonly registry: Registry;
  readonly keys: ApiKeys;
  readonly credentials: Credentials;
  readonly pushedCodes: PushedCodes;
  /** States of browsers that outlive their runs and sessions. */
  readonly states: StoredStates;
  readonly billing: Billing;
  readonly runStarts: RunStarts;
  readonly links: SignedLinks;
  readonly settings: ResolvedSettings;
  /** 32 bytes. */
  readonly masterKey: Uint8Array;
  /** Emits a run's id after every change that this process commits. */
  readonly changes: KeyedEmitter;
  /** Emits a run's id when this process gave it its final status. */
  readonly ends: KeyedEmitter;
  /** Emits a run's id when this process canceled it. */
  readonly cancels: KeyedEmitter;
  readonly liveRuns: LiveRuns;
  readonly driverHealth: DriverHealth;
  /** Reports an error that no caller gets. */
  readonly report: ReportError;
  readonly events: RunEvents;
  /** Ids of the runs that a worker of this process has not left: their recordings may still have to be stored. */
  readonly unfinished: KeyHolds;
}
