import type {
  ArtifactDraft,
  Clock,
  ComputerProtocol,
  Fence,
  Json,
  LanguageModel,
  ModelPurpose,
  Run,
  RunwrightError,
  SecretSource,
  Workflow,
} from '@runwright/contract';
import type { Limits } from '../../api/limits.ts';
import type { Billing } from '../../billing/billing.ts';
import type { RunBrowser } from '../../browser/iteration-browser.ts';
import type { Credentials } from '../../credentials/credentials.ts';
import type { FileStores } from '../../files/open-file.ts';
import type { RunFileStore } from '../../files/run-files.ts';
import type { Journal } from '../../journal/journal.ts';
import type { ModelPortOptions } from '../../model/model-port.ts';
import type { FallbackChoice } from '../../model/model-settings.ts';
import type { Connect } from '../../network/pinned-connect.ts';
import type { Fetch } from '../../network/pinned-fetch.ts';
import type { RunCodes } from '../../one-time-codes/run-codes.ts';
import type { Registry } from '../../registry/registry.ts';
import type { ChildRuns } from '../../runs/child-runs.ts';
import type { MakeId } from '../../runtime/ids.ts';
import type { ScriptPlace } from '../../scripts/find-programs.ts';
import type { ScriptProgram } from '../../scripts/script-programs.ts';
import type { NamedSites } from '../../secrets/named-sites.ts';
import type { ClosedSecrets, RevealSecrets, secretDestination } from '../../secrets/reveal-secrets.ts';
import type { SecretDestination } from '../../secrets/secret-sites.ts';
import type { Context } from '../../telemetry/trace.ts';
import type { RunRecording } from './run-recording.ts';
import type { RunWaits } from './run-waits.ts';
import type { SaveArtifact } from './save-artifact.ts';
import type { ShownConfigs } from './shown-configs.ts';

/** The context that all blocks of a run share while a worker executes it. */
export interface RunScope {
  readonly run: Run;
  readonly workflow: Workflow;
  readonly registry: Registry;
  readonly limits: Limits;
  readonly shownConfigs: ShownConfigs;
  /** Names without a value that this worker has recorded, with their places, unmasked: parallel iterations share it. */
  readonly notedNames: Set<string>;
  readonly journal: Journal;
  readonly fence: Fence;
  readonly clock: Clock;
  readonly makeId: MakeId;
  readonly random: () => number;
  readonly runSecrets: ClosedSecrets;
  readonly reveal: RevealSecrets;
  /** The sites that the author and the caller of the run name. */
  readonly namedSites: () => NamedSites;
  /** One-time codes that come from outside. */
  readonly codes: Pick<RunCodes, 'add'>;
  /** Reads an address in which placeholders may stand, see {@link secretDestination}. */
  readonly destinationOf: (address: string, services?: readonly string[]) => SecretDestination;
  readonly browser: RunBrowser;
  readonly saveArtifact: SaveArtifact;
  /** Saves what belongs to the run as a whole and comes after its end; it is not on the timeline. */
  readonly saveRecording: (artifact: ArtifactDraft) => Promise<void>;
  /** The recording for a replay; null for a run that is not recorded. */
  readonly recording: RunRecording | null;
  /** Ids of webhooks in the outbox that are due once the browser is closed and its recording is stored. */
  readonly waitingEntries: string[];
  readonly files: RunFileStore;
  readonly fileStores: FileStores;
  readonly connect: Connect;
  /** Tells whether the organization of the run may use what belongs to the host. */
  readonly usesHost: boolean;
  readonly children: ChildRuns;
  /** Publishes the parts of a task that is about to complete, when its request asks for it; tells the timeline about it. */
  readonly publish: () => Promise<void>;
  /** Stores what the run teaches as a version of its script; tells the timeline about it. */
  readonly learn: (scope: Pick<RunScope, 'programs' | 'scriptPlace' | 'placeholders'>) => Promise<void>;
  readonly waits: RunWaits;
  /** True in `byMail` if people can be asked by mail; `link` is where they see the run. */
  readonly humanInteraction: { readonly byMail: boolean; readonly link: string | null };
  readonly fetch: Fetch;
  /** Tests whether `allowedDomains` of the run has the host of an address; null when the run has no such list. */
  readonly isAllowedDomain: ((address: string) => boolean) | null;
  /** Names the hosts outside of the `allowedDomains` of the run that its browser was kept from; null for none. */
  readonly describeRefusedHosts: () => string | null;
  /** Fetches files that are given to pages, under the `allowedDomains` of the run. */
  readonly fetchForPages: Fetch;
  readonly model: (
    purpose: ModelPurpose,
    name: string | null,
    computer?: ComputerProtocol | null,
  ) => LanguageModel | null;
  /** What the ports of all its models share. */
  readonly modelSettings: Pick<ModelPortOptions, 'answered' | 'budget' | 'prices' | 'notice'> & {
    readonly fallbacks: FallbackChoice;
  };
  /** Those that the organization of the run may use. */
  readonly secrets: readonly SecretSource[];
  readonly credentials: Pick<Credentials, 'open'>;
  readonly billing: Pick<Billing, 'open' | 'hasCredits'>;
  /** Ends the run with an error, whatever its blocks are doing: it aborts `signal`. */
  readonly stop: (error: RunwrightError) => void;
  /** Rendered `workflow_system_prompt`; null when there is none. */
  readonly systemPrompt: string | null;
  /** Converted values of the run's parameters, by key. */
  readonly parameters: Readonly<Record<string, Json>>;
  /** Placeholders of its secret parameters, by key. */
  readonly placeholders: Readonly<Record<string, Json>>;
  /** Programs that do the work of the agent, by block label. */
  readonly programs: ReadonlyMap<string, ScriptProgram>;
  /** Where the run stores what it learns; null: it learns nothing. */
  readonly scriptPlace: ScriptPlace | null;
  /** The span in which blocks begin theirs: that of the run, or of the loop around them. */
  readonly trace: Context;
  /** Aborted on cancel, on the elapsed limit, when the lease is lost and when the engine closes. */
  readonly signal: AbortSignal;
  /** Aborted when no further block may start; its reason ends the execution with `lease_lost`, and the next worker takes the run. */
  readonly draining: AbortSignal;
}
