import { JsonBlock } from '../../../components/code-block.tsx';
import { Facts } from '../../../components/facts.tsx';
import { httpStatusText } from '../../../lib/http-status.ts';
import { errorStatusOf } from '../../../lib/page-errors.ts';
import { useRunView } from '../run-context.ts';
import { actionShots } from '../screenshots/action-shots.ts';
import { ElementView } from '../screenshots/element-view.tsx';
import { MarkedScreenshot } from '../screenshots/marked-screenshot.tsx';
import type { TimelineAction } from './timeline-data.ts';

/** An action: why, on which element, what came of it, and the page as picture and as elements. */
export function ActionDetails({ action }: { readonly action: TimelineAction }) {
  const { timeline, artifacts } = useRunView();
  const { marked, after, elements } = actionShots(action, timeline, artifacts);
  const output = Object(action.output) as Readonly<Record<string, unknown>>;
  const status = errorStatusOf(action);
  return (
    <div className="stack">
      {action.errors?.map(({ error_code: code, reasoning }) => (
        <p key={`${code} ${reasoning}`} className="notice" data-tone="bad">
          <strong>{code}</strong>
          <span>{reasoning}</span>
        </p>
      ))}
      {status === null ? null : (
        <p className="notice" data-tone="warn">
          <strong>The server answered {httpStatusText(status)}.</strong>
          <span>The page that came with it was opened, and the run went on with it.</span>
        </p>
      )}
      <Facts
        wide
        facts={{
          Reason: action.reasoning,
          Result: action.response,
          Text: action.text,
          Option: action.option,
          File: action.file_name ?? action.file_url,
          'Page before': textOf(output.url_before),
          'Page after': output.url_after === output.url_before ? null : textOf(output.url_after),
          Element: action.xpath ? <code>{action.xpath}</code> : null,
        }}
      />
      {marked ? (
        <div className="shot-pair">
          <MarkedScreenshot shot={marked} alt={`The page with the element of ${action.action_type}`} />
          {elements ? <ElementView artifactId={elements} elementId={action.element_id} /> : null}
        </div>
      ) : null}
      {after ? <MarkedScreenshot shot={after} alt={`The page after ${action.action_type}`} /> : null}
      {action.output ? (
        <details>
          <summary>Record of the action</summary>
          <JsonBlock label="Record of the action" value={action.output} />
        </details>
      ) : null}
    </div>
  );
}

function textOf(value: unknown): string | null {
  return typeof value === 'string' ? value : null;
}
