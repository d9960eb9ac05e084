import type { Attempt, Run } from '@runwright/contract';

/** Writes lines of a log: an object first, then the message, as pino and the loggers of Fastify do. */
export interface EngineLogger {
  debug(fields: object, message: string): void;
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
  error(fields: object, message: string): void;
}

/** Where an error happened that no call of the engine answers. */
export interface ErrorPlace {
  /** A driver (`store`, `queue`, `artifacts`, `browser`), a part of the engine, or `hook` for a hook of the host. */
  readonly component:
    | 'store'
    | 'queue'
    | 'artifacts'
    | 'browser'
    | 'worker'
    | 'sessions'
    | 'outbox'
    | 'scheduler'
    | 'sweep'
    | 'recovery'
    | 'retention'
    | 'hook';
  /** What was attempted, such as `runs.commit` of a store or the name of a hook. */
  readonly operation: string;
  /** The run that it was for; null when it was for none, or for several. */
  readonly runId: string | null;
  /** How often the same error has happened in the same place, unreported, since it was last reported. */
  readonly repeats: number;
}

/**
 * Gets every error that no call of the engine answers: of a driver, of a background task, or of a hook. The engine goes on
 * in every case: it repeats what failed, or ends the run. What it throws is logged and ignored.
 */
export type ErrorHandler = (error: unknown, where: ErrorPlace) => void;

/** A run, and when something happened to it (epoch ms). */
export interface RunHookEvent {
  readonly run: Run;
  readonly at: number;
}

/** A block attempt of a run, and when something happened to it (epoch ms). Its output and texts have no secrets. */
export interface BlockHookEvent extends RunHookEvent {
  readonly attempt: Attempt;
}

/**
 * Functions of the host that are called when something was stored by this process, never before, and once. They are not
 * kept: a process that dies calls those of its last commit no more, and `runs.events` and webhooks are there for what must
 * not be missed. The engine does not wait for them, except when it closes (5 s at most). What they throw goes to `onError`.
 */
export interface EngineHooks {
  /** A worker of this process began to execute a run; not when it goes on with one. */
  runStart?(event: RunHookEvent): unknown;
  /** A run got its final status from this process; also one that had never begun. A failed webhook calls it no second time. */
  runEnd?(event: RunHookEvent): unknown;
  /** An attempt of a block began. */
  blockStart?(event: BlockHookEvent): unknown;
  /** An attempt of a block ended. Called with the commit that stores it, which may be that of the next block's beginning. */
  blockEnd?(event: BlockHookEvent): unknown;
}
