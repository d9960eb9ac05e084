import { X } from 'lucide-react';
import { IconButton } from '../../../components/button.tsx';
import { JsonBlock } from '../../../components/code-block.tsx';
import { StatusBadge } from '../../../components/status-badge.tsx';
import { WarningBadge } from '../../../components/warning-badge.tsx';
import { formatDuration } from '../../../lib/format.ts';
import { ArtifactView } from '../artifacts/artifact-view.tsx';
import { ModelCallView } from '../models/model-call-view.tsx';
import { DeliveryView } from '../webhooks/delivery-view.tsx';
import { ActionDetails } from './action-details.tsx';
import { BlockDetails } from './block-details.tsx';
import { NodeTime } from './node-time.tsx';
import { StepDetails } from './step-details.tsx';
import { PersonActionDetails, TakeOverDetails } from './take-over-details.tsx';
import { ThoughtDetails } from './thought-details.tsx';
import { restOfTime, type TimelineNode } from './timeline-node.ts';

/** What a node of the timeline did. */
export function NodeDetails({
  node,
  hasCalls,
  onClose,
}: {
  readonly node: TimelineNode;
  /** Whether the node has lines for its model calls. */
  readonly hasCalls: boolean;
  readonly onClose: () => void;
}) {
  return (
    <>
      <div className="details-head">
        <div>
          <h2>{node.label}</h2>
          <p className="row muted">
            {node.warning === undefined ? null : <WarningBadge text={node.warning} />}
            {node.status ? <StatusBadge status={node.status} /> : null}
            <time dateTime={node.at}>{new Date(node.at).toLocaleString()}</time>
            <span>
              <NodeTime node={node} />
            </span>
          </p>
        </div>
        <IconButton label="Close details" icon={<X size={18} aria-hidden />} onClick={onClose} />
      </div>
      {hasCalls ? <RestOfTime node={node} /> : null}
      <RecordDetails node={node} />
    </>
  );
}

/** Says where the time of a block or step went that none of its lines has. */
function RestOfTime({ node }: { readonly node: TimelineNode }) {
  const restMs = restOfTime(node);
  if (restMs === null) return null;
  return (
    <p className="details-rest">
      {formatDuration(restMs)} of this are in none of the lines below it:{' '}
      {node.record.kind === 'block' ? 'starting a browser or waiting for a free one, ' : ''}
      reading the page, waiting until it is at rest, or for a person who had control, and storing pictures.
    </p>
  );
}

function RecordDetails({ node }: { readonly node: TimelineNode }) {
  const { record } = node;
  switch (record.kind) {
    case 'block':
      return <BlockDetails block={record.block} />;
    case 'action':
      return <ActionDetails action={record.action} />;
    case 'thought':
      return <ThoughtDetails thought={record.thought} />;
    case 'take-over':
      return <TakeOverDetails takeOver={record.takeOver} />;
    case 'person':
      return <PersonActionDetails action={record.action} />;
    case 'model-call':
      return <ModelCallView call={record.call} />;
    case 'artifact':
      return <ArtifactView artifact={record.artifact} />;
    case 'webhook':
      return <DeliveryView delivery={record.delivery} />;
    case 'iteration':
      return record.value === null ? null : <JsonBlock label="Value" value={record.value} />;
    case 'step':
      return <StepDetails step={record.step} />;
  }
}
