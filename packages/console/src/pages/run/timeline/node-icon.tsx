import {
  Box,
  Brain,
  FileText,
  Footprints,
  Hand,
  Image,
  type LucideIcon,
  MessageSquareText,
  MousePointerClick,
  Pointer,
  Repeat,
  Webhook,
} from 'lucide-react';
import type { NodeRecord } from './timeline-node.ts';

const icons: Readonly<Record<NodeRecord['kind'], LucideIcon>> = {
  block: Box,
  iteration: Repeat,
  step: Footprints,
  action: MousePointerClick,
  thought: Brain,
  'take-over': Hand,
  person: Pointer,
  'model-call': MessageSquareText,
  artifact: Image,
  webhook: Webhook,
};

/** Sign of a kind of node; of artifacts, only screenshots have that of a picture. */
export function NodeIcon({ record }: { readonly record: NodeRecord }) {
  const isFile = record.kind === 'artifact' && !record.artifact.artifact_type.startsWith('screenshot');
  const Icon = isFile ? FileText : icons[record.kind];
  return <Icon size={16} aria-hidden className="tree-icon" />;
}
