import type { PageDriver } from './page-driver.ts';

/** What a solver is asked. */
export interface CaptchaRequest {
  /** What kind of challenge it is taken for, such as `recaptcha`; null when nobody knows. */
  readonly kind: string | null;
  readonly url: string;
  /** The page with the challenge; read it, act on it. */
  readonly page: PageDriver;
  /** Aborted when the time is up or the run is canceled. */
  readonly signal: AbortSignal;
}

/** What a solver came to. */
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
