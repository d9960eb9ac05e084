import { type ClientOptions, connect } from './connection.ts';
import { type ApiKeys, apiKeys } from './resources/api-keys.ts';
import { type Billing, billing } from './resources/billing.ts';
import { type BrowserProfiles, browserProfiles } from './resources/browser-profiles.ts';
import { type BrowserSessions, browserSessions } from './resources/browser-sessions.ts';
import { type Credentials, credentials } from './resources/credentials.ts';
import { type Artifacts, artifacts, type Files, files } from './resources/files.ts';
import { type Folders, folders } from './resources/folders.ts';
import { type Live, live } from './resources/live.ts';
import { type Organizations, organizations } from './resources/organizations.ts';
import { type Runs, runs } from './resources/runs.ts';
import { type Schedules, schedules } from './resources/schedules.ts';
import { type Scripts, scripts } from './resources/scripts.ts';
import { type Service, service } from './resources/service.ts';
import { type Workflows, workflows } from './resources/workflows.ts';

/** Client of a service, by resource. Failed calls throw `ApiError`. */
export interface ServiceClient {
  readonly runs: Runs;
  readonly workflows: Workflows;
  readonly folders: Folders;
  readonly credentials: Credentials;
  readonly files: Files;
  readonly artifacts: Artifacts;
  readonly browserSessions: BrowserSessions;
  readonly schedules: Schedules;
  readonly scripts: Scripts;
  readonly browserProfiles: BrowserProfiles;
  readonly billing: Billing;
  readonly apiKeys: ApiKeys;
  readonly organizations: Organizations;
  readonly service: Service;
  readonly live: Live;
}

/** Creates a client; nothing is sent yet. */
export function createClient(options: ClientOptions): ServiceClient {
  const connection = connect(options);
  return {
    runs: runs(connection),
    workflows: workflows(connection),
    folders: folders(connection),
    credentials: credentials(connection),
    files: files(connection),
    artifacts: artifacts(connection),
    browserSessions: browserSessions(connection),
    schedules: schedules(connection),
    scripts: scripts(connection),
    browserProfiles: browserProfiles(connection),
    billing: billing(connection),
    apiKeys: apiKeys(connection),
    organizations: organizations(connection),
    service: service(connection),
    live: live(connection, options.url),
  };
}
