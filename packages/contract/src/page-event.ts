/** Something that happened to the browser, by itself or by an action. */
export type PageEvent =
  | {
      readonly type: 'dialog';
      /** `alert`, `beforeunload`, `confirm` or `prompt`. */
      readonly kind: string;
      readonly text: string;
      readonly decision: 'accepted' | 'dismissed';
      /** Text that was entered into a `prompt`. */
      readonly answer?: string;
      /** Number of equal dialogs in a row, when more than one. */
      readonly times?: number;
      /** The document asked without end: what else it asks is answered no and not told. */
      readonly silenced?: true;
    }
  | {
      readonly type: 'popup';
      readonly tab: string;
      readonly url: string;
      /** There were too many tabs, so that it was closed at once. */
      readonly refused?: true;
    }
  | {
      /** A download that began, or that ended after it had been told. */
      readonly type: 'download';
      /** Names it in `BrowserSession.downloads`. */
      readonly id: string;
      /** File name from the server or the page, as one safe path segment; never a path on disk. */
      readonly filename: string;
      readonly url: string;
      readonly status: 'started' | 'completed' | 'canceled' | 'failed';
      /** A sentence; of one that was canceled or failed. */
      readonly reason?: string;
    }
  /** The page asked for a file and no action was giving it one; nothing is left open. */
  | { readonly type: 'file_chooser'; readonly multiple: boolean }
  | {
      /** A request that would have carried a secret to a place where it may not go. A document stays where it was. */
      readonly type: 'request_refused';
      /** Origin that the request was for. */
      readonly origin: string;
      /** A sentence that names the secret and the remedy. */
      readonly reason: string;
    }
  | { readonly type: 'navigation'; readonly url: string; readonly tab?: string }
  | { readonly type: 'crash'; readonly message: string; readonly tab?: string };

/** A question of a page that nobody has answered yet. */
export interface PageDialog {
  readonly kind: 'confirm' | 'prompt';
  /** At most 500 characters; the page's words, to be trusted as such. */
  readonly text: string;
  /** Default text of a `prompt`. */
  readonly suggestion: string;
  readonly url: string;
}

/** The answer to a {@link PageDialog}; `text` is for a `prompt`, default: its suggestion. */
export interface DialogAnswer {
  readonly accept: boolean;
  readonly text?: string;
}

/** Decides about a question of a page. No answer in 10 s, or an error, means no. */
export type DialogHandler = (dialog: PageDialog, signal: AbortSignal) => Promise<DialogAnswer>;
