import { Elapsed } from '../../../components/values.tsx';
import { formatDuration } from '../../../lib/format.ts';
import { isUnderWay, type TimelineNode } from './timeline-node.ts';

/** How long a node took, or how long it has been under way. */
export function NodeTime({ node }: { readonly node: TimelineNode }) {
  if (isUnderWay(node)) return <Elapsed since={node.at} />;
  return node.durationMs === null ? null : formatDuration(node.durationMs);
}
