import {
  defaults,
  type ModelPort,
  notFound,
  type PushedCode,
  PushedCodeInput,
  type PushedCodeRow,
  type RunwrightError,
  type Store,
} from '@runwright/contract';
import { compileSchema, invalidInput, valueError } from '@runwright/definition';
import type { Engine } from '../api/engine.ts';
import { pushedCodeCipher } from '../crypto/pushed-code-cipher.ts';
import type { MakeId } from '../runtime/ids.ts';
import { readCode } from './read-code.ts';

/** Time after which no run uses a pushed code, and it is deleted. */
export const pushedCodeMs = 600_000;

/** One-time codes that were pushed for runs. */
export interface PushedCodes {
  /** The calls that the engine's host may make. */
  readonly calls: Engine['oneTimeCodes'];
  /** The codes for an identifier that were pushed at `since` or later and still hold: newest first. */
  find(organizationId: string, totpIdentifier: string, since: number): Promise<readonly PushedCode[]>;
}

const check = compileSchema(PushedCodeInput);

/** Pushed codes over a store, each encrypted with the message that it was read from. */
export function createPushedCodes(options: {
  readonly store: Store;
  readonly masterKey: Uint8Array;
  readonly makeId: MakeId;
  readonly now: () => number;
  /** Finds codes in messages; null: there is no model. */
  readonly model: () => ModelPort | null;
}): PushedCodes {
  const { store, makeId } = options;
  const cipher = pushedCodeCipher(options.masterKey);

  const opened = (row: PushedCodeRow): PushedCode => {
    const { ciphertext, identifierKey: _key, deleteAt: _deleteAt, ...shown } = row;
    const secret: Pick<PushedCode, 'content' | 'code'> = JSON.parse(
      cipher.decrypt(ciphertext, row.totpCodeId),
    );
    return { ...shown, ...secret };
  };

  const calls: Engine['oneTimeCodes'] = {
    async push(organizationId, given) {
      const input = read(given, options.now());
      await assertKnown(organizationId, input);
      const signal = new AbortController().signal;
      const code = await readCode(input.content, input.type, options.model(), signal);
      if (code === null) throw noCode(input.type);
      const now = options.now();
      const totpCodeId = makeId('totp');
      const { content, ...members } = input;
      const row: PushedCodeRow = {
        totpCodeId,
        organizationId,
        ...members,
        identifierKey: identifierKey(input.totpIdentifier),
        ciphertext: cipher.encrypt(JSON.stringify({ content, code }), totpCodeId),
        deleteAt: Math.min(input.expiredAt ?? Number.POSITIVE_INFINITY, now + pushedCodeMs),
        createdAt: now,
        modifiedAt: now,
      };
      await store.pushedCodes.add(row);
      return opened(row);
    },

    async list(organizationId, { page = 1, pageSize = defaults.pageSize, totpIdentifier, ...filter } = {}) {
      const key = totpIdentifier === undefined ? {} : { identifierKey: identifierKey(totpIdentifier) };
      const found = await store.pushedCodes.list({ organizationId, page, pageSize, ...key, ...filter });
      return { items: found.items.map(opened), next: found.next };
    },
  };

  async function assertKnown(organizationId: string, input: Accepted): Promise<void> {
    for (const runId of [input.taskId, input.workflowRunId]) {
      if (runId === null || (await store.runs.get(organizationId, runId)) !== null) continue;
      throw notFound('Run', runId);
    }
    const { workflowId } = input;
    if (workflowId === null || (await store.workflows.get(organizationId, workflowId)) !== null) return;
    throw notFound('Workflow', workflowId);
  }

  return {
    calls,
    async find(organizationId, totpIdentifier, since) {
      const query = { organizationId, identifierKey: identifierKey(totpIdentifier), since };
      return (await store.pushedCodes.find({ ...query, now: options.now() })).map(opened);
    },
  };
}

/** Mail addresses are compared in lower case, everything else as it is. */
function identifierKey(totpIdentifier: string): string {
  const text = totpIdentifier.trim();
  return text.includes('@') ? text.toLowerCase() : text;
}

type Accepted = Pick<
  PushedCode,
  'totpIdentifier' | 'content' | 'taskId' | 'workflowId' | 'workflowRunId' | 'source' | 'type' | 'expiredAt'
>;

/** Reads a body; no message repeats its content. */
function read(given: unknown, now: number): Accepted {
  const checked = check(given);
  if (!checked.ok) throw invalidInput('The code cannot be kept', checked.problems);
  const { value } = checked;
  const expiredAt = value.expired_at ? Date.parse(value.expired_at) : null;
  const problems = [
    ...(value.totp_identifier.trim() === ''
      ? [valueError(['totp_identifier'], 'it is blank; give the address that the code was sent to')]
      : []),
    ...(value.content.trim() === ''
      ? [valueError(['content'], 'it is blank; give the code or its message')]
      : []),
    ...(expiredAt !== null && expiredAt <= now
      ? [valueError(['expired_at'], 'the time has passed, so no run could use the code; give a later one')]
      : []),
  ];
  if (problems.length > 0) throw invalidInput('The code cannot be kept', problems);
  return {
    totpIdentifier: value.totp_identifier.trim(),
    content: value.content,
    taskId: value.task_id || null,
    workflowId: value.workflow_id || null,
    workflowRunId: value.workflow_run_id || null,
    source: value.source ?? null,
    type: value.type ?? 'totp',
    expiredAt,
  };
}

function noCode(type: PushedCode['type']): RunwrightError {
  const what = type === 'totp' ? 'one-time code' : 'link';
  return invalidInput('The code cannot be kept', [
    valueError(['content'], `no single ${what} was found in it; give the ${what} alone`),
  ]);
}
