import type {
  ActionResult,
  CaptchaAnswer,
  CaptchaSolver,
  PageDriver,
  SolveCaptchaAction,
  Static,
} from '@runwright/contract';
import { reasonOf } from './common/error.ts';
import type { Secrets } from './common/secrets.ts';
import { settleTab } from './settle.ts';
import type { Tab } from './tabs/tabs.ts';

/** Who solves challenges, and how long it may take. */
export interface CaptchaOptions {
  /** Null: nobody. */
  readonly solver: CaptchaSolver | null;
  readonly timeoutMs: number;
}

/** Where `solve_captcha` is carried out. */
export interface SolveCaptchaOptions extends CaptchaOptions {
  readonly tab: Tab;
  readonly page: PageDriver;
  readonly secrets: Secrets;
  readonly now: () => number;
  readonly signal: AbortSignal;
}

/** Has a challenge solved. The challenge itself goes to nobody but the solver; without one it fails at once. */
export async function solveCaptcha(
  scene: SolveCaptchaOptions,
  { kind }: Static<typeof SolveCaptchaAction>,
): Promise<ActionResult> {
  const { tab, solver, secrets, now, signal } = scene;
  const urlBefore = tab.page.url();
  const answer = solver
    ? await ask(solver, scene, kind ?? null)
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
    urlAfter: tab.page.url(),
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
    const solving = solver
      .solve({ kind, url: tab.page.url(), page, signal: ended })
      .catch((cause: unknown) => ({
        solved: false,
        message: `\`${solver.name}\` failed at the captcha: ${reasonOf(cause)}.`,
      }));
    return await Promise.race([solving, late.promise]);
  } finally {
    clearTimeout(timer);
    ended.removeEventListener('abort', giveUp);
  }
}
