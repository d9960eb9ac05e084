import { Link } from '@tanstack/react-router';
import { JsonBlock } from '../../../components/code-block.tsx';
import { CodeText } from '../../../components/code-text.tsx';
import { Facts } from '../../../components/facts.tsx';
import { inWords } from '../../../lib/format.ts';
import type { TimelineBlock } from './timeline-data.ts';

/** A block: what it was to do, how it ended, and its output. */
export function BlockDetails({ block }: { readonly block: TimelineBlock }) {
  return (
    <div className="stack">
      {block.failure_reason ? (
        <p className="notice" data-tone="bad">
          <CodeText text={block.failure_reason} />
        </p>
      ) : null}
      <Facts
        wide
        facts={{
          Type: inWords(block.block_type),
          'Waits until': block.waits_until ? (
            <time dateTime={block.waits_until}>{new Date(block.waits_until).toLocaleString()}</time>
          ) : null,
          Engine: block.engine,
          URL: block.url,
          Goal: block.navigation_goal ?? block.data_extraction_goal,
          'Ends when': block.complete_criterion,
          'Gives up when': block.terminate_criterion,
          Branch: block.executed_branch_expression,
          'Next block': block.executed_branch_next_block,
          Recipients: block.recipients?.join(', '),
          Subject: block.subject,
          Instructions: block.instructions,
          'Started run': block.block_workflow_run_id ? (
            <Link to="/runs/$runId" params={{ runId: block.block_workflow_run_id }}>
              {block.block_workflow_run_id}
            </Link>
          ) : null,
        }}
      />
      {block.loop_values ? (
        <Part title={`Values (${block.loop_values.length})`} value={block.loop_values} />
      ) : null}
      {block.navigation_payload ? <Part title="Parameters" value={block.navigation_payload} /> : null}
      {block.output === null ? null : <Part title="Output" value={block.output} />}
    </div>
  );
}

function Part({ title, value }: { readonly title: string; readonly value: unknown }) {
  return (
    <div>
      <h3>{title}</h3>
      <JsonBlock label={title} value={value} />
    </div>
  );
}
