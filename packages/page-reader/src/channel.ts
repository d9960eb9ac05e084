/** A value that stays in the page; only its name travels. */
export interface PageHandle {
  readonly objectId: string;
}

/** What a function in the page is called with: a handle, or a JSON value. */
export type PageArgument = PageHandle | string | number | boolean | null | readonly number[] | object;

/** How long a call may take, in milliseconds, and what ends it early. */
export interface CallLimits {
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
}

/**
 * One document of one frame, reached through the debug protocol, in the page's main world.
 * Calls reject when the document is gone, a time limit passes or the page throws.
 */
export interface FrameChannel {
  /** Names the frame for the life of its tab, whatever document it holds. */
  readonly frameId: string;
  /** Names the document: another value, another document. */
  readonly documentId: string;
  /** Address by the protocol, not by page script. */
  readonly url: string;
  /** Evaluates an expression that yields an object, with the command-line API in reach. */
  evaluate(expression: string, limits: CallLimits): Promise<PageHandle>;
  /** Calls `source`, the text of a function, with `target` as `this`; promises are awaited. */
  call(
    target: PageHandle,
    source: string,
    parameters: readonly PageArgument[],
    limits: CallLimits,
  ): Promise<unknown>;
  /** Like `call`, for a function that yields an object of the page; null when it yields null. */
  callForHandle(
    target: PageHandle,
    source: string,
    parameters: readonly PageArgument[],
    limits: CallLimits,
  ): Promise<PageHandle | null>;
}

/** The frames of one tab. A driver supplies it; it is all that the reader knows of a browser. */
export interface PageChannel {
  main(limits: CallLimits): Promise<FrameChannel>;
  /** The document inside an `iframe` element; null while there is none. */
  inner(parent: FrameChannel, element: PageHandle, limits: CallLimits): Promise<FrameChannel | null>;
}
