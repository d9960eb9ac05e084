import { type BrowserSessions, browserSessions } from './browser-sessions.ts';
import { type ClientOptions, connect } from './connection.ts';
import { type Credentials, credentials } from './credentials.ts';
import { type Artifacts, artifacts, type Files, files } from './files.ts';
import { type Runs, runs } from './runs.ts';
import { type Schedules, schedules } from './schedules.ts';
import { type Scripts, scripts } from './scripts.ts';
import { type Workflows, workflows } from './workflows.ts';

/** Client of a service, by resource. Failed calls throw `ApiError`. */
export interface ServiceClient {
  readonly runs: Runs;
  readonly workflows: Workflows;
  readonly credentials: Credentials;
  readonly files: Files;
  readonly artifacts: Artifacts;
  readonly browserSessions: BrowserSessions;
  readonly schedules: Schedules;
  readonly scripts: Scripts;
}

/** Creates a client; nothing is sent yet. */
export function createClient(options: ClientOptions): ServiceClient {
  const connection = connect(options);
  return {
    runs: runs(connection),
    workflows: workflows(connection),
    credentials: credentials(connection),
    files: files(connection),
    artifacts: artifacts(connection),
    browserSessions: browserSessions(connection),
    schedules: schedules(connection),
    scripts: scripts(connection),
  };
}
