import type { Json } from './json.ts';

/** A cookie as a browser keeps it. */
export interface BrowserCookie {
  readonly name: string;
  readonly value: string;
  /** With a leading dot when subdomains get it too. */
  readonly domain: string;
  readonly path: string;
  /** Seconds since 1970; -1 for a cookie that goes with the browser. */
  readonly expires: number;
  readonly httpOnly: boolean;
  readonly secure: boolean;
  readonly sameSite: 'Strict' | 'Lax' | 'None';
  /** The site that it is kept for, where cookies are kept apart by site. */
  readonly partitionKey?: string;
}

/** Web storage of one origin. */
export interface OriginState {
  /** Such as `https://shop.example`. */
  readonly origin: string;
  readonly localStorage: readonly { readonly name: string; readonly value: string }[];
  /** Databases, in a form of the driver's own. */
  readonly indexedDB?: Json;
}

/**
 * Cookies and storage of a browser as JSON. It gives access to signed-in accounts: encrypt it when storing it, as the
 * engine's stores do, and never write it to a log or a prompt.
 */
export interface BrowserState {
  readonly cookies: readonly BrowserCookie[];
  readonly origins: readonly OriginState[];
}

/** A tab as it can be loaded again. Addresses may hold secrets: whoever keeps them encrypts them. */
export interface TabState {
  readonly url: string;
  readonly active: boolean;
  /** Session storage of the tab's origin. Default: none. */
  readonly sessionStorage?: readonly { readonly name: string; readonly value: string }[];
}

/** Names a profile that a driver keeps, and says what is done with it. */
export interface ProfileSelection {
  /** Any text; it becomes no part of a path. A profile that is not there yet is empty. */
  readonly name: string;
  /**
   * Default false: the browser works on a copy, and any number may do so at once. True: `saveProfile` writes it back,
   * and the profile is this session's alone until it is closed.
   */
  readonly writable?: boolean;
}

/** The profiles that a driver keeps. */
export interface BrowserProfiles {
  /** Names, in order. */
  names(): Promise<readonly string[]>;
  /**
   * Deletes a profile; one that is not there is fine. Browsers that work on a copy go on.
   * Throws `conflict` while a session may write it.
   */
  remove(name: string): Promise<void>;
}
