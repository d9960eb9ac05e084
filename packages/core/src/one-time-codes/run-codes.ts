import type {
  Clock,
  ModelPort,
  PushedCode,
  RequestOptions,
  Run,
  Thought,
  TimelineEvent,
} from '@runwright/contract';
import { awaitedCode } from '../credentials/awaited-code.ts';
import { codeError } from '../credentials/code-error.ts';
import { secretDestination } from '../secrets/reveal-secrets.ts';
import type { RunSecrets } from '../secrets/run-secrets.ts';
import type { SecretBinding, SecretSites } from '../secrets/secret-sites.ts';
import { askVerificationUrl } from './ask-verification-url.ts';
import { codeWaitMs, pollForCode } from './poll-for-code.ts';

/** Sources of the codes of one attempt of a block, and what is told about them. */
export interface CodeRequest {
  /** Asked for codes; null: none. Placeholders of secrets may stand in it. */
  readonly url: string | null;
  /** What pushed codes are found by; null: none are used. Placeholders may stand in it. */
  readonly identifier: string | null;
  /** Codes that were pushed before this time are not used, epoch ms. */
  readonly since: number;
  /** Where the code may be typed; null: where the workflow and its caller name. */
  readonly binding: SecretBinding | null;
  readonly record: (thought: Thought) => Promise<unknown>;
}

/** The one-time codes of one run that come from outside. */
export interface RunCodes {
  /** Takes a request in and returns the placeholder of its codes; whoever uses it waits for one. */
  add(request: CodeRequest): string;
  /** Takes over what an earlier worker has recorded: those codes are not used again and stay masked. */
  restore(events: readonly TimelineEvent[]): void;
}

/** Dependencies of {@link createRunCodes}. */
export interface RunCodesDeps {
  readonly run: Pick<
    Run,
    'runId' | 'workflowRunId' | 'kind' | 'organizationId' | 'workflowPermanentId' | 'apiKeyId'
  >;
  readonly runSecrets: RunSecrets;
  readonly sites: SecretSites;
  /** Pushed codes of an organization, newest first. */
  readonly find: (
    organizationId: string,
    identifier: string,
    since: number,
  ) => Promise<readonly PushedCode[]>;
  readonly fetch: (url: string, init: RequestOptions) => Promise<Response>;
  /** The text of the key that signs for an organization; null when it has none. */
  readonly signingKey: (organizationId: string, apiKeyId: string | null) => Promise<string>;
  readonly model: () => ModelPort | null;
  readonly clock: Clock;
}

interface FoundCode {
  readonly code: string;
  readonly source: 'totp_url' | 'pushed';
  readonly totpCodeId: string | null;
}

/** Scenario of the thoughts that tell of waiting for a code. */
const scenario = 'one_time_code';

/** Opens the one-time codes of a claimed run. */
export function createRunCodes(deps: RunCodesDeps): RunCodes {
  const { run, runSecrets, clock } = deps;
  /** Codes and ids of pushed codes that were given out in this run. */
  const used = new Set<string>();
  let count = 0;

  return {
    add(request) {
      count += 1;
      const code = awaitedCode((signal) => next(request, signal));
      const name = `one_time_code_${count}`;
      return request.binding === null
        ? runSecrets.add(name, code)
        : runSecrets.add(name, code, request.binding);
    },
    restore(events) {
      for (const event of events) {
        if (event.type !== 'thought' || event.scenario !== scenario || event.output === null) continue;
        const { totp_code_id: id, code } = event.output;
        if (typeof id === 'string') used.add(id);
        if (typeof code === 'string' && runSecrets.findPlaceholders(code).length > 0) {
          used.add(runSecrets.reveal(code));
        }
      }
    },
  };

  async function next(request: CodeRequest, signal: AbortSignal): Promise<string> {
    const began = clock.now();
    const waiting = async () => {
      await request.record(thought(`Waiting for a one-time code${sourcesOf(request)}.`));
    };
    const found = await pollForCode(() => ask(request, signal), { clock, signal, waiting });
    if (found === null) {
      throw codeError(
        'OTP_TIMEOUT',
        `No one-time code came within ${codeWaitMs / 60_000} minutes${sourcesOf(request)}. Push one while the run waits, or check the service that answers \`totp_url\`.`,
      );
    }
    used.add(found.code);
    if (found.totpCodeId !== null) used.add(found.totpCodeId);
    // The sealed code lets the next worker of the run mask it, and not use it again.
    const code = runSecrets.seal(scenario, found.code);
    const seconds = Math.round((clock.now() - began) / 1000);
    const from = found.source === 'pushed' ? 'was pushed' : 'came from the verification URL';
    await request.record(
      thought(`A one-time code ${from}, after ${seconds} s.`, {
        source: found.source,
        totp_code_id: found.totpCodeId,
        code,
      }),
    );
    return found.code;
  }

  async function ask(request: CodeRequest, signal: AbortSignal): Promise<FoundCode | null> {
    const told = request.url === null ? null : await askUrl(request.url, request, signal);
    if (told !== null && !used.has(told)) return { code: told, source: 'totp_url', totpCodeId: null };
    if (request.identifier === null) return null;
    const identifier = runSecrets.reveal(request.identifier);
    const pushed = await deps.find(run.organizationId, identifier, request.since);
    const usable = pushed.filter(
      (one) => one.type === 'totp' && isFor(one) && !used.has(one.totpCodeId) && !used.has(one.code),
    );
    const chosen = usable.find(isBound) ?? usable[0];
    return chosen ? { code: chosen.code, source: 'pushed', totpCodeId: chosen.totpCodeId } : null;
  }

  async function askUrl(url: string, request: CodeRequest, signal: AbortSignal): Promise<string | null> {
    const key = await deps.signingKey(run.organizationId, run.apiKeyId);
    const to = secretDestination(url, runSecrets);
    const revealed = (text: string, form?: 'url'): string => {
      deps.sites.check(runSecrets.findPlaceholders(text), to);
      return runSecrets.reveal(text, form);
    };
    const { identifier } = request;
    const question = {
      ...(run.kind === 'task' ? { task_id: run.runId } : {}),
      workflow_run_id: run.workflowRunId,
      workflow_permanent_id: run.workflowPermanentId,
      ...(identifier === null ? {} : { totp_identifier: revealed(identifier) }),
    };
    const { fetch } = deps;
    return askVerificationUrl(revealed(url, 'url'), question, {
      fetch,
      signingKey: key,
      model: deps.model(),
      clock,
      signal,
    });
  }

  function isFor({ taskId, workflowRunId, workflowId }: PushedCode): boolean {
    const own: readonly (string | null)[] = [null, run.runId, run.workflowRunId];
    return (
      own.includes(taskId) &&
      own.includes(workflowRunId) &&
      (workflowId === null || workflowId === run.workflowPermanentId)
    );
  }
}

function isBound({ taskId, workflowRunId, workflowId }: PushedCode): boolean {
  return taskId !== null || workflowRunId !== null || workflowId !== null;
}

function sourcesOf({ url, identifier }: CodeRequest): string {
  const sources = [
    ...(url === null ? [] : ['from the verification URL']),
    ...(identifier === null ? [] : [`pushed for \`${identifier}\``]),
  ];
  return sources.length === 0 ? '' : ` ${sources.join(' or ')}`;
}

function thought(text: string, output: Thought['output'] = null): Thought {
  return {
    type: 'thought',
    thoughtType: 'notice',
    scenario,
    observation: null,
    thought: text,
    answer: null,
    output,
    usage: null,
  };
}
