import type { PageDriver } from './page-driver.ts';

/** Request to a captcha solver. */
export interface CaptchaRequest {
  /** Detected kind of challenge, such as `recaptcha`; null when unknown. */
  readonly kind: string | null;
  readonly url: string;
  /** The page with the challenge; read it, act on it. */
  readonly page: PageDriver;
  /** Aborted when the time is up or the run is canceled. */
  readonly signal: AbortSignal;
}

/** Answer of a captcha solver. */
export interface CaptchaAnswer {
  readonly solved: boolean;
  /** A sentence for the record. */
  readonly message: string;
}

/** Gets challenges of pages solved, by a service, an extension of the browser or a person. */
export interface CaptchaSolver {
  readonly name: string;
  /** Returns when the challenge is solved or will not be; throws only when the solver itself is broken. */
  solve(request: CaptchaRequest): Promise<CaptchaAnswer>;
}
