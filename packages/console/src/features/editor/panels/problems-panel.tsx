import { CircleAlert, CircleCheck, TriangleAlert } from 'lucide-react';
import { ErrorState, Loading } from '../../../components/states.tsx';
import { Marked } from '../form/marked.tsx';
import type { EditorProblem } from '../text/problems.ts';
import type { ProblemList } from '../text/use-problems.ts';
import './problems.css';

/** Problems of the workflow; a click shows the place. */
export function ProblemsPanel({
  list: { problems, state, error },
  onShow,
}: {
  readonly list: ProblemList;
  readonly onShow: (problem: EditorProblem) => void;
}) {
  return (
    <div className="stack">
      {state === 'failed' ? <ErrorState error={error} /> : null}
      {state === 'checking' && problems.length === 0 ? <Loading label="Checking…" /> : null}
      {state === 'checked' && problems.length === 0 ? (
        <p className="row">
          <CircleCheck size={18} aria-hidden /> The service finds no problem.
        </p>
      ) : null}
      <ul className="problems" aria-label="Problems">
        {problems.map((problem) => (
          <li key={`${problem.line} ${problem.column} ${problem.path} ${problem.message}`}>
            <button type="button" data-severity={problem.severity} onClick={() => onShow(problem)}>
              {problem.severity === 'error' ? (
                <CircleAlert size={16} aria-label="Error" />
              ) : (
                <TriangleAlert size={16} aria-label="Warning" />
              )}
              <span>
                <Marked text={problem.message} />
                <span className="problem-place">{placeOf(problem)}</span>
              </span>
            </button>
          </li>
        ))}
      </ul>
    </div>
  );
}

/** Returns where a problem is: block, line and the exact place. */
function placeOf({ label, line, path }: EditorProblem): string {
  return [label === null ? '' : `Block ${label}`, line === null ? '' : `line ${line}`, path]
    .filter(Boolean)
    .join(', ');
}
