import type { BrowserState, ProfileSelection } from './browser-state.ts';
import type { DownloadLimits } from './download.ts';
import { RunwrightError } from './error.ts';
import type { EgressPolicy } from './network.ts';
import type { DialogHandler } from './page-event.ts';
import type { RecordOptions } from './recording.ts';

/** Something that a browser may be given to help with pages. */
export type BrowserExtension = 'ad-blocker' | 'captcha-solver';

/** Returns why a value may not be sent to an origin, as a sentence; null when it may. */
export type DestinationRule = (origin: string) => string | null;

/** Makes a rule of a check that throws a `RunwrightError` with the reason. */
export function ruleFromCheck(check: (origin: string) => unknown): DestinationRule {
  return (origin) => {
    try {
      check(origin);
      return null;
    } catch (cause) {
      if (RunwrightError.is(cause)) return cause.message;
      throw cause;
    }
  };
}

/** Options for opening a browser session. */
export interface OpenOptions {
  /** Every request of the browser passes this policy. */
  readonly egress: EgressPolicy;
  /**
   * Puts real values in place of secret placeholders, for the frame with this origin; called inside `act` only.
   * Throws `secret_unavailable` for an unknown placeholder or an origin that may not have it.
   */
  readonly reveal: (text: string, origin: string) => string;
  /**
   * Returns the rule for where the values behind the placeholders of a text may be sent. A driver asks for it when it fills
   * them in, and applies it to every request of the session from then on. Default: wherever `reveal` fills them in.
   */
  readonly destinationRule?: (text: string) => DestinationRule;
  /**
   * URL of a proxy server that requests go on to, such as `socks5://user:word@proxy.example:1080`; http, https, socks4
   * or socks5. It resolves names itself. Default: none.
   */
  readonly proxy?: string;
  /**
   * Headers added to every http and https request of the pages, to whatever host. At most 50 and 8 KiB together; those
   * that a connection needs for itself, such as `Host`, are refused with `invalid_input`.
   */
  readonly extraHttpHeaders?: Readonly<Record<string, string>>;
  readonly browserType?: 'browser_a' | 'browser_b';
  /** CSS pixels; default 1280 x 800. */
  readonly viewport?: { readonly width: number; readonly height: number };
  /** Device pixels for each CSS pixel, 1 to 4. Default 1. */
  readonly deviceScaleFactor?: number;
  /** Default: the browser's own. */
  readonly userAgent?: string;
  /** Language of the browser, such as `de-DE`. Default: the browser's own. */
  readonly locale?: string;
  /** IANA name, such as `Europe/Berlin`. Default: the host's. */
  readonly timezone?: string;
  /** Default `light`. */
  readonly colorScheme?: 'light' | 'dark';
  /** Helpers to switch on; one that the host lacks is a notice of the session. Default: none. */
  readonly extensions?: readonly BrowserExtension[];
  /** Cookies and storage to begin with. Default: none. Not together with `profile`. */
  readonly state?: BrowserState;
  /** A profile of the driver to begin with. Throws `conflict` when it is to be written and another session does so. */
  readonly profile?: ProfileSelection;
  readonly downloads?: DownloadLimits;
  /** Answers what a page asks when neither the action nor its caller does. Default: no. */
  readonly decideDialog?: DialogHandler;
  /**
   * Permissions that pages have without asking, by origin: `geolocation`, `notifications`, `camera`, `microphone`, `midi`,
   * `clipboard-read` and the other names of the web's permissions. Default: every question is answered no.
   */
  readonly permissions?: Readonly<Record<string, readonly string[]>>;
  /** Kinds of recordings. A driver ignores those that it does not support. Default: none. */
  readonly record?: RecordOptions;
  /**
   * Records the requests of all pages with the bodies of the answers, so that they can be answered again without a network: an
   * HTTP Archive of type `cassette_network` among the recordings. In place of the value of a secret that was revealed stands what
   * `substitute` returns; cookies and headers of credentials are `*****`. More than 100 MB of one browser are not kept, which is a
   * notice. A driver ignores it if it does not support it, as does `attach`. Default: nothing of it is recorded.
   */
  readonly recordNetwork?: { readonly substitute: (value: string) => string };
  /**
   * Opens an address at which clients of the debug protocol may drive the browser, for those whose request `authorize`
   * accepts by its headers (lower-case names). Default: none. A driver without such addresses ignores it.
   */
  readonly expose?: {
    readonly authorize: (headers: Readonly<Record<string, string | undefined>>) => Promise<boolean>;
  };
  /**
   * For `attach`: the id that the debug protocol gives an open page. That page becomes the active tab, without those of others
   * beside it, keeps its size, and stays open when the session closes. Throws `browser_failed` when the browser has no such
   * page. Default: none; a new tab is opened.
   */
  readonly targetId?: string;
  readonly signal: AbortSignal;
}
