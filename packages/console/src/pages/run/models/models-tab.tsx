import type { ModelCall } from '@runwright/client';
import { useState } from 'react';
import { useModelCalls } from '../../../api/model-calls.ts';
import { Button } from '../../../components/button.tsx';
import { type Column, DataTable } from '../../../components/data-table.tsx';
import { Dialog } from '../../../components/dialog.tsx';
import { EmptyState, ErrorState, Loading } from '../../../components/states.tsx';
import { StatusBadge } from '../../../components/status-badge.tsx';
import { formatDuration, formatNumber, inWords } from '../../../lib/format.ts';
import { useRunView } from '../run-context.ts';
import { CallCost } from './call-cost.tsx';
import { ModelCallView } from './model-call-view.tsx';

/** Every model call of the run with its tokens and cost. */
export function ModelsTab() {
  const { run } = useRunView();
  const calls = useModelCalls(run.run_id);
  const [open, setOpen] = useState<ModelCall | null>(null);
  if (calls.error) return <ErrorState error={calls.error} onRetry={() => void calls.refetch()} />;
  if (!calls.data) return <Loading label="Loading model calls…" />;
  if (calls.data.length === 0)
    return <EmptyState title="No model calls">The blocks of this run have asked no model.</EmptyState>;
  const columns: readonly Column<ModelCall>[] = [
    {
      id: 'purpose',
      header: 'Purpose',
      cell: (call) => (
        <Button tone="quiet" small onClick={() => setOpen(call)}>
          {inWords(call.purpose)}
        </Button>
      ),
    },
    { id: 'model', header: 'Model', className: 'wide-only', cell: ({ model }) => model },
    { id: 'block', header: 'Block', className: 'wide-only', cell: ({ block_label: label }) => label },
    {
      id: 'status',
      header: 'Status',
      className: 'wide-only',
      cell: ({ status }) => <StatusBadge status={status} />,
    },
    {
      id: 'in',
      header: 'Tokens in',
      className: 'number',
      cell: (call) => formatNumber(call.input_token_count),
    },
    {
      id: 'out',
      header: 'Tokens out',
      className: 'number',
      cell: (call) => formatNumber(call.output_token_count),
    },
    { id: 'cost', header: 'Cost', className: 'number', cell: (call) => <CallCost call={call} /> },
    {
      id: 'duration',
      header: 'Duration',
      className: 'number wide-only',
      cell: ({ duration }) => formatDuration(duration * 1000),
    },
  ];
  return (
    <>
      <DataTable
        label="Model calls"
        rows={calls.data}
        columns={columns}
        rowKey={({ model_call_id: id }) => id}
        fill
      />
      {open === null ? null : (
        <Dialog
          title={`Model call: ${inWords(open.purpose).toLowerCase()}`}
          wide
          closesOutside
          onClose={() => setOpen(null)}
        >
          <ModelCallView call={open} />
          <div className="actions">
            <Button onClick={() => setOpen(null)}>Close</Button>
          </div>
        </Dialog>
      )}
    </>
  );
}
