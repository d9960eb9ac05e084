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
 * One document of one frame, reached through the debug protocol. Everything runs in a world of its own: the nodes are
 * those of the page, but no object or built-in is shared with its scripts. Calls reject when the document is gone, a
 * time limit passes or something is thrown.
 */
export interface FrameChannel {
  /** Names the frame for the life of its tab, whatever document it holds. */
  readonly frameId: string;
  /** Names the document: another value, another document. */
  readonly documentId: string;
  /** Address by the protocol, not by page script. */
  readonly url: string;
  /** Under this property of the document the start script has left what it knows; null when none has run. */
  readonly startKey: string | null;
  /** Evaluates an expression that yields an object. */
  evaluate(expression: string, limits: CallLimits): Promise<PageHandle>;
  /** Evaluates an expression in the page's own world, with the command-line API in reach, that yields a node. */
  nodeFromPage(expression: string, limits: CallLimits): Promise<PageHandle>;
  /**
   * Calls `source`, the text of a function, with `target` as `this`; promises are awaited. A handle among the
   * parameters stands for its object.
   */
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
  /** Whether the document came as HTML that may hold closed shadow roots, which no script sees. */
  mayHoldRoots(): Promise<boolean>;
  /** All closed shadow roots of the document, by the protocol. Slow on large documents. */
  closedRoots(limits: CallLimits): Promise<readonly PageHandle[]>;
}

/** The frames of one tab. A driver supplies it; it is all that the reader knows of a browser. */
export interface PageChannel {
  main(limits: CallLimits): Promise<FrameChannel>;
  /** The frame of an `iframe` element; null when it has none. */
  frameOf(parent: FrameChannel, element: PageHandle, limits: CallLimits): Promise<string | null>;
  /** The document inside a frame; null while there is none. */
  inner(frameId: string, limits: CallLimits): Promise<FrameChannel | null>;
  /** Names the document that a frame holds, as far as that is known without asking; null when it is not. */
  documentOf(frameId: string): string | null;
}
