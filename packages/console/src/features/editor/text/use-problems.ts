import { useEffect, useState } from 'react';
import { useClient } from '../../../api/session.ts';
import type { ReadText } from '../yaml/read-yaml.ts';
import { type EditorProblem, servedProblems, textProblems } from './problems.ts';

/** Time in ms after the last change of a text until the service checks it. */
const pauseMs = 350;

/** Problems of a text. `state`: whether the service has checked this very text. */
export interface ProblemList {
  readonly problems: readonly EditorProblem[];
  readonly state: 'checking' | 'checked' | 'failed';
  readonly error?: unknown;
}

interface Answer {
  readonly text: string;
  readonly problems: readonly EditorProblem[];
  readonly error?: unknown;
}

/** Returns the problems of a text: those of its syntax at once, and those that the service finds when one pauses. */
export function useProblems(text: string, { value, problems: syntax }: ReadText): ProblemList {
  const client = useClient();
  const [answer, setAnswer] = useState<Answer | null>(null);
  useEffect(() => {
    const controller = new AbortController();
    const { signal } = controller;
    const timer = setTimeout(() => {
      client.workflows.validate({ yaml_definition: text }, { signal }).then(
        (result) => {
          if (!signal.aborted) setAnswer({ text, problems: servedProblems(result, value) });
        },
        (error: unknown) => {
          if (!signal.aborted) setAnswer({ text, problems: [], error });
        },
      );
    }, pauseMs);
    return () => {
      clearTimeout(timer);
      controller.abort();
    };
  }, [client, text, value]);

  const isCurrent = answer?.text === text;
  const error = isCurrent ? answer.error : undefined;
  const state = error ? 'failed' : isCurrent ? 'checked' : 'checking';
  const served = answer?.problems ?? [];
  if (syntax.length === 0) return { problems: served, state, error };
  // The service reads some texts that the editor does not; then only the graph suffers.
  const isReadable = state === 'checked' && !served.some(({ severity }) => severity === 'error');
  const own = textProblems(syntax, isReadable ? 'warning' : 'error');
  return { problems: isReadable ? [...own, ...served] : own, state, error };
}
