import type { BrowserDownload, DialogHandler, PageEvent, TabInfo } from '@runwright/contract';
import type { PageChannel, PageReader } from '@runwright/page-reader';

/**
 * One tab as actions use it. A browser driver implements it for each page and passes the same object for the same page.
 * Every time is in ms.
 */
export interface ActionTab {
  /** Name of the tab in its session, such as `t1`. */
  readonly name: string;
  /** Evaluates functions in an isolated world of each frame. */
  readonly channel: PageChannel;
  /** Finds elements by the ids of the page view. */
  readonly reader: PageReader;
  readonly activity: PageActivity;
  readonly input: PageInput;
  readonly navigation: PageNavigation;
  readonly dialogs: PageDialogs;
  readonly fileChoosers: PageFileChoosers;
  /** Address of the main frame. */
  url(): string;
  /** Size of the viewport in CSS pixels; null when it is not known. */
  viewportSize(): { readonly width: number; readonly height: number } | null;
  isClosed(): boolean;
  hasCrashed(): boolean;
}

/** The tabs of one session. */
export interface ActionTabs {
  active(): Promise<ActionTab>;
  list(): Promise<readonly TabInfo[]>;
  count(): number;
  /** True when the session has as many tabs as it may have. */
  isFull(): boolean;
  /** Opens a blank tab and makes it the active one. */
  open(): Promise<void>;
  /** Makes the tab of this name the active one; false when there is none. */
  activate(name: string): Promise<boolean>;
  /** Closes the tab of this name; false when there is none. */
  closeTab(name: string): Promise<boolean>;
  /** Resolves when every window that pages have opened so far is a tab, or after two seconds. */
  waitForPopups(): Promise<void>;
  readonly downloads: ActionDownloads;
  /** Downloads an address with the cookies and through the proxy of the browser. */
  downloadUrl(request: DownloadRequest): Promise<DownloadStart>;
  /** Returns the events since the last call. */
  takeEvents(): readonly PageEvent[];
  /** Puts events back that were taken and could not be reported. */
  restoreEvents(events: readonly PageEvent[]): void;
}

/** Requests and documents of a page, as far as waiting for it is concerned. */
export interface PageActivity {
  /** True while a document of the main frame is loading. */
  isNavigating(): boolean;
  /** Number of documents, and of history entries within one, that the main frame has had. */
  documents(): number;
  /** Time at which the last document of the main frame arrived; 0 before the first. */
  arrivedAt(): number;
  /** Number of requests that have begun. */
  requests(): number;
  /** True while requests run that began between `from` and `to`. Streams, sockets, media and old requests do not count. */
  isLoading(from: number, to: number): boolean;
  /** Time at which the last of the requests that began between `from` and `to` ended; 0 when there is none. */
  loadedAt(from: number, to: number): number;
  /** Address that the main frame requested last. */
  lastDocumentUrl(): string;
  /** Resolves at the next change of any of these, or when the signal is aborted. */
  changed(signal: AbortSignal): Promise<void>;
}

/** A key that is held down while the pointer is used. */
export type Modifier = 'Alt' | 'Control' | 'Meta' | 'Shift';

/** Button, number of clicks and modifier keys of a click. */
export interface ClickOptions {
  readonly button: 'left' | 'middle' | 'right';
  readonly count: number;
  readonly modifiers?: readonly Modifier[];
}

/** A point in CSS pixels of the main viewport. */
export interface Point {
  readonly x: number;
  readonly y: number;
}

/**
 * Sends trusted input events to a page. A method rejects with an error named `TimeoutError` when the page does not
 * handle the event within five seconds, unless it says otherwise.
 */
export interface PageInput {
  /** Resolves also when the page does not respond: a caller checks the effect. */
  click(x: number, y: number, options: ClickOptions): Promise<void>;
  /** Moves the pointer in so many steps. Default: 1. */
  move(to: Point, steps?: number): Promise<void>;
  /** Presses or releases the left button at the pointer. Resolves also when the page does not respond. */
  left(direction: 'down' | 'up'): Promise<void>;
  /** Presses or releases a button at the pointer, as the click of this number in a row. Resolves also when the page does not respond. */
  button(direction: 'down' | 'up', button: 'left' | 'middle' | 'right', count: number): Promise<void>;
  /** Scrolls the wheel at the pointer, by CSS pixels. */
  wheel(x: number, y: number): Promise<void>;
  /** Presses a chord such as `Control+A`; false when one of its keys does not exist. */
  press(chord: string): Promise<boolean>;
  /** Presses or releases one key; false when it does not exist. */
  key(direction: 'down' | 'up', key: string): Promise<boolean>;
  /** Types a text key by key. */
  type(text: string): Promise<void>;
  /** Inserts a text by one input event. */
  insert(text: string): Promise<void>;
}

/** Result of a navigation. */
export type NavigationResult =
  /** Null: without a response, such as a step of the history within a document. */
  | { readonly status: number | null }
  | {
      /** `aborted`: the server has no document to show. `interrupted`: the page went to another address meanwhile. */
      readonly failure: 'download' | 'redirects' | 'aborted' | 'interrupted' | 'timeout' | 'other';
      /** Error text of the browser, without the address. */
      readonly reason: string;
      readonly cause: unknown;
    };

/** Loads documents into the main frame of a page. */
export interface PageNavigation {
  /** Resolves with the first byte of the document, after at most `timeoutMs`. */
  goto(url: string, timeoutMs: number): Promise<NavigationResult>;
  /** Goes one entry back or forward in the history. */
  goThroughHistory(direction: 'back' | 'forward', timeoutMs: number): Promise<NavigationResult>;
  reload(timeoutMs: number): Promise<NavigationResult>;
  /** True from the request of a document until its response; the page does not respond to calls meanwhile. */
  isAwaitingResponse(): boolean;
  stopLoading(): Promise<void>;
  /** Number of documents that the main frame has loaded; an entry of the history within one is none. */
  loadedDocuments(): number;
  /** Number of navigations that scripts of the page have requested. */
  requestedNavigations(): number;
  /** Opens `about:blank`, with the scripts of the page disabled so that they cannot navigate elsewhere. */
  openBlank(): Promise<void>;
}

/** Decides about the dialogs of a page during an action. */
export interface DialogRules {
  /** Answer that the action names. */
  readonly answer: 'accept' | 'dismiss' | undefined;
  readonly decide: DialogHandler | undefined;
}

/** Answers the dialogs of a page. */
export interface PageDialogs {
  /** Sets the rules of an action; the returned function restores those of the session, unless others were set since. */
  setRules(rules: DialogRules): () => void;
  /** Resolves when no dialog is open. */
  waitUntilAnswered(): Promise<void>;
  /** Disables the dialogs of a page that opens one after the other, before it is left for another address. */
  muteBeforeLeaving(): Promise<void>;
}

/** Takes the file choosers that a page opens. */
export interface PageFileChoosers {
  /** Returns the next chooser that opens while `work` runs or up to `waitMs` later; null when none opens. */
  waitForChooser(work: () => Promise<void>, waitMs: number): Promise<PageFileChooser | null>;
}

/** An open file chooser. The page gets no file unless the caller sets one. */
export interface PageFileChooser {
  isMultiple(): boolean;
  /** Calls a self-contained function with the file field of the chooser. */
  call<Result>(inPage: (field: Element) => Result): Promise<Result>;
  /** Creates an object in the page by a self-contained function of the file field. */
  createObject<Made>(create: (field: Element) => Made): Promise<PageObject<Made>>;
}

/** An object that lives in a page. */
export interface PageObject<Held> {
  /** Calls a self-contained function with the object. */
  call<Parameter, Result>(
    inPage: (held: Held, parameter: Parameter) => Result,
    parameter: Parameter,
  ): Promise<Result>;
}

/** The downloads of one session. */
export interface ActionDownloads {
  /** Number of downloads that have begun. */
  count(): number;
  /** Returns the download after the first `known` ones once its first byte arrived or it ended; null when none begins. */
  waitForFirstByte(known: number, signal: AbortSignal): Promise<BrowserDownload | null>;
}

/** An address to download. */
export interface DownloadRequest {
  readonly url: string;
  /** Address of the page that links to it. */
  readonly referrer: string;
  /** Returns the file name for the one that the server suggests. */
  readonly name: (suggested: string) => string;
  readonly signal: AbortSignal;
}

/** Id of the download that began, or why none did. */
export type DownloadStart = { readonly id: string } | { readonly failure: string };

/** Fills in secrets, and removes them from what is returned. */
export interface ActionSecrets {
  /** Returns the text with its placeholders filled in for a frame of this origin. Throws when a secret is not allowed there. */
  reveal(text: string, origin: string): { readonly text: string; readonly isSecret: boolean };
  /** Notes that a revealed text is typed character by character, so that its parts are masked, too. */
  typesApart(text: string): void;
  /** Notes that the text of fields is edited by keys, so that a revealed secret is masked, too, when its beginning or its end is gone. */
  noteEdit(): void;
  /** Returns true when any secret was revealed in the browser. */
  hasAny(): boolean;
  /** Replaces every revealed secret in the texts of a JSON value. */
  maskAll<Value>(value: Value): Value;
  /**
   * Replaces revealed secrets in a text, as views do. Actions look for texts in what this returns: else whoever names the texts could
   * read a secret letter by letter.
   *
   * @param from the origins that the text can be of: a secret that can be guessed is masked only there. Default: none.
   */
  mask(text: string, from?: readonly string[]): string;
  /** Returns the mask for texts of a frame of this origin; null while it is that of all other texts. */
  findMask(origin: string): ((text: string) => string) | null;
}

/** Takes the secrets that a person types. */
export interface ManualSecrets extends Pick<ActionSecrets, 'maskAll' | 'findMask'> {
  /** From now on fields may hold a secret. */
  noteSecret(): void;
  /** Masks the value of a field of an origin as it grows; a later one of the field takes its place. */
  hold(field: string, value: string, origin: string): void;
  /** Masks the values that are held for good. */
  keepHeld(): void;
}

/** Requests that the egress policy has refused. */
export interface EgressDenials {
  /** Returns why the policy refused this address, when it did so since that time; else undefined. */
  denialOf(url: string, since: number): EgressDenial | undefined;
}

/** Why the egress policy let a request not pass. */
export interface EgressDenial {
  /** Message of the policy. */
  readonly message: string;
  /** True when no rule refuses the host: its name has no address. */
  readonly isUnresolved: boolean;
}
