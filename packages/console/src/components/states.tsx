import { ApiError } from '@runwright/client';
import type { ReactNode } from 'react';
import { Button } from './button.tsx';
import { CodeText } from './code-text.tsx';

/** Shown while something is read. */
export function Loading({ label = 'Loading…' }: { readonly label?: string }) {
  return (
    <div className="loading" role="status">
      <span className="spinner" aria-hidden />
      {label}
    </div>
  );
}

/** Shown for a list without entries: why it is empty, and what to do next. */
export function EmptyState({
  title,
  children,
  action,
}: {
  readonly title: string;
  readonly children: ReactNode;
  readonly action?: ReactNode;
}) {
  return (
    <div className="empty">
      <h2>{title}</h2>
      <div>{children}</div>
      {action}
    </div>
  );
}

/** Shown when something failed: problem, cause and remedy, and a button that tries again. */
export function ErrorState({ error, onRetry }: { readonly error: unknown; readonly onRetry?: () => void }) {
  const { problem, reason, remedy } = partsOf(error);
  return (
    <div className="notice" data-tone="bad" role="alert">
      <strong>{problem}</strong>
      {reason ? (
        <span>
          <CodeText text={reason} />
        </span>
      ) : null}
      {remedy ? (
        <span className="muted">
          <CodeText text={remedy} />
        </span>
      ) : null}
      {onRetry ? (
        <div>
          <Button small onClick={onRetry}>
            Try again
          </Button>
        </div>
      ) : null}
    </div>
  );
}

/** Returns an error as one text. */
export function errorText(error: unknown): string {
  const { problem, reason, remedy } = partsOf(error);
  return [problem, reason, remedy].filter(Boolean).join(' ');
}

function partsOf(error: unknown): { problem: string; reason?: string; remedy?: string } {
  if (!(error instanceof ApiError))
    return { problem: error instanceof Error ? error.message : String(error) };
  if (error.code === 'network')
    return {
      problem: 'The service does not answer.',
      reason: 'It is stopped, or the connection is lost.',
      remedy: 'Check that it runs; this page tries again by itself where it shows live data.',
    };
  const problem = problems[error.code] ?? error.problem;
  const request = error.requestId === null ? 'the request' : `the request ${error.requestId}`;
  const remedy = error.remedy.replace('`requestId`', request);
  // The reason of such an answer says what to do.
  if (error.code === 'bad_request') return { problem, reason: error.reason };
  if (error.items.length === 0) return { problem, reason: error.reason, remedy };
  const items = error.items.map(({ loc, msg }) => `${loc.slice(1).join('.')}: ${plainMessage(msg)}`);
  return { problem, reason: items.join('; '), remedy: 'Correct these values and try again.' };
}

/** Returns the message of a problem without the words that only programs read. */
export function plainMessage(message: string): string {
  return message.replace(/^Value error, /, '');
}

const problems: Readonly<Record<string, string>> = {
  bad_request: 'The service refused the request.',
  forbidden: 'This key may not do that.',
  not_found: 'This does not exist.',
  conflict: 'That is not possible now.',
  invalid_input: 'The service did not accept the values.',
  rate_limited: 'Too many requests.',
  internal: 'The service failed.',
};
