/** A value that stays in the page; only its name travels. */
export interface PageHandle {
  readonly objectId: string;
}

/** Argument of a function in the page: a handle, or a JSON value. */
export type PageArgument = PageHandle | string | number | boolean | null | readonly number[] | object;

/** Time limit of a call in milliseconds, and the signal that aborts it. */
export interface CallLimits {
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
}

/** Connection between the page's main world and the reader's isolated world. */
export type ReaderConnection = 'events' | 'protocol';

/** An element and the names of the events that it listens for itself. */
export interface ElementListeners {
  readonly element: PageHandle;
  readonly events: readonly string[];
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
  /** Runs on the thread of the tab's main frame; another thread may be hung while that one answers. */
  readonly isMainThread: boolean;
  /** Address by the protocol, not by page script. */
  readonly url: string;
  /**
   * Origin of the document by the protocol: one without an address, such as `about:blank`, inherits that of the document that has
   * created it. `null` as a text when it has none, as in a sandbox.
   */
  readonly origin: string;
  /** Under this property of the document the start script has left what it knows; null when none has run. */
  readonly startKey: string | null;
  /** Type of the events between the page's own world and the reader's: a name that no page can guess. */
  readonly eventName: string;
  /**
   * Connection between the two worlds: `events` as proved by a self-check of this browser, or `protocol` by documented calls
   * of the debug protocol alone, which take more of them.
   */
  readonly connection: ReaderConnection;
  /** Evaluates an expression that yields an object. */
  evaluate(expression: string, limits: CallLimits): Promise<PageHandle>;
  /** Evaluates an expression that yields a JSON value. */
  evaluateValue(expression: string, limits: CallLimits): Promise<unknown>;
  /** Evaluates an expression in the page's own world, with the command-line API in reach, that yields an object. */
  evaluateInPage(expression: string, limits: CallLimits): Promise<PageHandle>;
  /** Nodes in an array of the page's own world, as the reader's world has them. */
  nodesFromPage(array: PageHandle, limits: CallLimits): Promise<readonly PageHandle[]>;
  /** Elements of the document that listen for something, shadow roots included, by the protocol. Slow on large documents. */
  listeners(limits: CallLimits): Promise<readonly ElementListeners[]>;
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
  /** Tests whether the document came as HTML that may hold closed shadow roots, which no script sees. */
  mayHoldClosedRoots(): Promise<boolean>;
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
