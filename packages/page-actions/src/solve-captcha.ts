import type {
  ActionResult,
  CaptchaAnswer,
  CaptchaSolver,
  PageActionOf,
  PageDriver,
} from '@runwright/contract';
import { errorReason } from './error-reason.ts';
import type { ActionSecrets, ActionTab } from './port.ts';
import { settleTab } from './settle/settle.ts';

/** Solver of captchas, and the time that it has. */
export interface CaptchaOptions {
  /** Null: no captcha is solved. */
  readonly solver: CaptchaSolver | null;
  readonly timeoutMs: number;
}

/** The tab of `solve_captcha`, and the solver. */
export interface SolveCaptchaOptions extends CaptchaOptions {
  readonly tab: ActionTab;
  readonly page: PageDriver;
  readonly secrets: Pick<ActionSecrets, 'maskAll'>;
  readonly now: () => number;
  readonly signal: AbortSignal;
}

/** Solves a captcha by the configured solver; without one it fails at once. */
export async function solveCaptcha(
  options: SolveCaptchaOptions,
  { kind }: PageActionOf<'solve_captcha'>,
): Promise<ActionResult> {
  const { tab, solver, secrets, now, signal } = options;
  const urlBefore = tab.url();
  const answer = solver
    ? await ask(solver, options, kind ?? null)
    : {
        solved: false,
        message: 'The page asks for a captcha, and no solver is configured. A person has to solve it.',
      };
  signal.throwIfAborted();
  if (answer.solved) await settleTab(tab, now, signal);
  return secrets.maskAll({
    status: answer.solved ? ('ok' as const) : ('failed' as const),
    ...(answer.solved ? {} : { code: 'bot_detection' }),
    message: answer.message,
    dispatch: 'none' as const,
    settle: { reason: 'none' as const, durationMs: 0 },
    urlBefore,
    urlAfter: tab.url(),
    events: [],
  });
}

async function ask(
  solver: CaptchaSolver,
  { page, tab, timeoutMs, signal }: SolveCaptchaOptions,
  kind: string | null,
): Promise<CaptchaAnswer> {
  const timeout = new AbortController();
  const timer = setTimeout(() => timeout.abort(), timeoutMs);
  const ended = AbortSignal.any([signal, timeout.signal]);
  const late = Promise.withResolvers<CaptchaAnswer>();
  const giveUp = (): void =>
    late.resolve({
      solved: false,
      message: `\`${solver.name}\` did not solve the captcha within ${timeoutMs / 1_000} s.`,
    });
  ended.addEventListener('abort', giveUp, { once: true });
  try {
    const solving = solver.solve({ kind, url: tab.url(), page, signal: ended }).catch((cause: unknown) => ({
      solved: false,
      message: `\`${solver.name}\` failed at the captcha: ${errorReason(cause)}.`,
    }));
    return await Promise.race([solving, late.promise]);
  } finally {
    clearTimeout(timer);
    ended.removeEventListener('abort', giveUp);
  }
}
