import type { ArtifactType } from './artifact.ts';
import type { CursorPath } from './attempt.ts';
import type { Json, JsonObject } from './json.ts';
import type { ModelPurpose, Usage } from './model.ts';
import type { FailureCategory, RunStatus } from './run.ts';

/** Final status of a block, step or action. */
export type BlockStatus = 'completed' | 'failed' | 'terminated' | 'canceled' | 'timed_out' | 'skipped';

/** Branch that a conditional chose; null members for a default branch. */
export interface BranchChoice {
  readonly branchId: string;
  readonly expression: string | null;
  readonly result: boolean | null;
  readonly nextLabel: string | null;
}

/** A step: one turn of an agent. `stepId` is unique, `order` grows within the run. */
export interface StepStart {
  readonly type: 'step-start';
  readonly order: number;
  /** Id of the subtask that the step belongs to. Default: none; the step is the block's. */
  readonly subtaskId?: string;
}
/** The end of a step with what its model calls used. */
export interface StepEnd {
  readonly type: 'step-end';
  readonly stepId: string;
  readonly status: 'completed' | 'failed';
  readonly usage: Usage;
}
/** An action that touched no page, such as `complete`; page actions are recorded by the engine around `act`. */
export interface RecordedAction {
  readonly type: 'action';
  readonly stepId: string | null;
  readonly order: number;
  readonly action: JsonObject;
  readonly status: 'completed' | 'failed' | 'skipped';
  readonly reasoning: string | null;
  readonly response: string | null;
}
/** Something that a model concluded, with its tokens. */
export interface Thought {
  readonly type: 'thought';
  /** From `Log.makeThoughtId`. Default: a new id. */
  readonly thoughtId?: string;
  readonly thoughtType:
    | 'plan'
    | 'user_goal_check'
    | 'failure_describe'
    | 'termination'
    | 'metadata'
    | 'internal_plan'
    | 'notice';
  readonly scenario: string;
  readonly observation: string | null;
  readonly thought: string | null;
  readonly answer: string | null;
  readonly output: JsonObject | null;
  readonly usage: Usage | null;
}
/** The start of a part of a task that its planner chose. The id of the entry is the id of the subtask. */
export interface SubtaskStart {
  readonly type: 'subtask-start';
  /** Type of the block that would do the same. */
  readonly kind: 'navigation' | 'extraction' | 'for_loop';
  readonly goal: string;
  /** Schema of the data that an extraction must fit; null when there is none. */
  readonly dataSchema: JsonObject | null;
  /** URL of the page on which it starts. */
  readonly url: string | null;
  /** The loop that it is an iteration of; null for a part of the task itself. */
  readonly parentSubtaskId: string | null;
  /** Item and position of an iteration; null for all others. */
  readonly currentValue: Json;
  readonly currentIndex: number | null;
}
/** The end of a subtask. */
export interface SubtaskEnd {
  readonly type: 'subtask-end';
  readonly subtaskId: string;
  readonly status: 'completed' | 'failed' | 'terminated';
  readonly output: Json;
  readonly failureReason: string | null;
  /** Milliseconds. */
  readonly durationMs: number;
}
/** Why a person does not have control any more. */
export const takeOverEnds = [
  'person',
  'idle',
  'closed',
  'run_canceled',
  'run_ended',
  'browser_gone',
] as const;
/** Why the control of a person has ended. */
export type TakeOverEnd = (typeof takeOverEnds)[number];

/** Something that a person has done to the browser of a run. Texts are masked. */
export interface ManualAction {
  readonly kind:
    | 'click'
    | 'drag'
    | 'scroll'
    | 'input_text'
    | 'keypress'
    | 'goto_url'
    | 'go_back'
    | 'go_forward'
    | 'reload_page';
  /** The element, such as `button "Send"`; null when it is not known. */
  readonly description: string | null;
  /** CSS pixels of the viewport; null for what has no place. For `drag` and `scroll`: where it began. */
  readonly x: number | null;
  readonly y: number | null;
  /** For `drag` and `scroll`: how far, CSS pixels; else null. */
  readonly dx: number | null;
  readonly dy: number | null;
  /** For `click`: the button; else null. */
  readonly button: 'left' | 'middle' | 'right' | null;
  /** For `input_text`: what was typed; null when `isMasked`, and for all others. */
  readonly text: string | null;
  /** The field was one for a password or a one-time code, hidden, or not known: what was typed is not kept. */
  readonly isMasked: boolean;
  /** For `keypress`: the chord, such as `Control+a`; else null. */
  readonly keys: string | null;
  /** Clicks at once, or how often the keys were pressed in a row; else 1. */
  readonly count: number;
  readonly url: string | null;
}

/** A word from a block about how far it is. */
export interface Progress {
  readonly type: 'progress';
  readonly message: string;
  readonly data: Json;
}

/** Timeline entry that a block records; the engine adds ids, time and position. */
export type TimelineEntry =
  | StepStart
  | StepEnd
  | RecordedAction
  | SubtaskStart
  | SubtaskEnd
  | Thought
  | Progress;

/** A request to a model that has been answered, or has failed. Its retries are part of it. */
export interface ModelCallEvent {
  readonly type: 'model-call';
  readonly purpose: ModelPurpose;
  /** Name of the model that was asked. */
  readonly model: string;
  readonly stepId: string | null;
  readonly thoughtId: string | null;
  readonly status: 'completed' | 'failed';
  /** Why it failed, masked; null for an answer. */
  readonly error: string | null;
  /** Null for a call that failed. */
  readonly usage: Usage | null;
  /** Milliseconds. */
  readonly durationMs: number;
  /** Artifacts of the types `llm_prompt`, `llm_request` and `llm_response`; the last two are null without an answer. */
  readonly promptArtifactId: string | null;
  readonly requestArtifactId: string | null;
  readonly responseArtifactId: string | null;
}

/** Events that the engine writes itself. Names are noun-verb. */
export type EngineEvent =
  | { readonly type: 'run-status'; readonly status: RunStatus; readonly failureReason: string | null }
  | {
      readonly type: 'run-end';
      readonly status: RunStatus;
      readonly failureReason: string | null;
      /** Absent in events of older versions. */
      readonly failureCategory?: FailureCategory | null;
    }
  | {
      readonly type: 'block-start';
      readonly path: CursorPath;
      readonly attempt: number;
      readonly blockType: string;
      readonly parentBlockRunId: string | null;
      /** The block's rendered members, masked, for showing. */
      readonly config: JsonObject;
      readonly currentIndex: number | null;
      readonly currentValue: Json;
    }
  | {
      /** A `for_loop` has found what it goes through; again when another worker had to find it anew. */
      readonly type: 'loop-values';
      /** Masked. */
      readonly values: readonly Json[];
    }
  | {
      /** The block waits for a person. */
      readonly type: 'block-pause';
      /** Epoch ms; without an answer the block has timed out then. */
      readonly dueAt: number;
    }
  | {
      readonly type: 'block-end';
      readonly status: BlockStatus;
      readonly output: Json;
      readonly failureReason: string | null;
      readonly failureCategory: FailureCategory | null;
      readonly branch: BranchChoice | null;
      /** Milliseconds. */
      readonly durationMs: number;
    }
  | {
      readonly type: 'action-start';
      readonly actionId: string;
      readonly stepId: string | null;
      readonly order: number;
      readonly action: JsonObject;
      readonly reasoning: string | null;
      readonly effect: 'none' | 'page' | 'world';
    }
  | {
      readonly type: 'action-end';
      readonly actionId: string;
      readonly status: 'completed' | 'failed' | 'skipped';
      readonly result: JsonObject;
    }
  | {
      readonly type: 'artifact';
      readonly artifactId: string;
      readonly artifactType: ArtifactType;
      readonly stepId: string | null;
      readonly actionId: string | null;
    }
  | ModelCallEvent
  | {
      readonly type: 'webhook';
      readonly deliveryId: string;
      readonly status: 'delivered' | 'failed';
      readonly error: string | null;
    }
  | {
      /** A person has taken control of the browser, and the agent waits. The id of the event is that of the take-over. */
      readonly type: 'take-over-start';
      /** The key of the person, or with which their token was made; null when the host authenticates. */
      readonly apiKeyId: string | null;
    }
  | {
      readonly type: 'take-over-action';
      readonly takeOverId: string;
      readonly action: ManualAction;
    }
  | {
      readonly type: 'take-over-end';
      readonly takeOverId: string;
      readonly reason: TakeOverEnd;
      /** Milliseconds. */
      readonly durationMs: number;
    };

/** Position and time of an event. */
export interface EventPosition {
  readonly runId: string;
  readonly organizationId: string;
  /** Id of what the event is about: `wrb_`, `stp_`, `act_`, `th_`, `tko_`; unique for starts. */
  readonly eventId: string;
  /** Block attempt that it belongs to; null for events of the run. */
  readonly blockRunId: string | null;
  readonly label: string | null;
  /** Epoch ms. */
  readonly at: number;
}

/** An event that is to be stored. */
export type TimelineDraft = EventPosition & (EngineEvent | TimelineEntry);

/** A stored event. `sequence` grows by one within its run, beginning with 1. The timeline only grows. */
export type TimelineEvent = TimelineDraft & { readonly sequence: number };
