import { CircleAlert, CircleCheck, LoaderCircle, TriangleAlert } from 'lucide-react';
import { useMemo } from 'react';
import { useRunCaps } from '../../api/editor-data.ts';
import { formatMoney, formatNumber } from '../../lib/format.ts';
import { costBound } from './cost/cost-bound.ts';
import { moneyBound } from './cost/money-bound.ts';
import type { ProblemList } from './text/use-problems.ts';
import type { Json } from './yaml/json.ts';
import './panels/problems.css';

/** One line: problems, and what a run costs at most. Its buttons open the details. */
export function StatusLine({
  list: { problems, state },
  file,
  onShow,
}: {
  readonly list: ProblemList;
  readonly file: Json | undefined;
  readonly onShow: (tool: string) => void;
}) {
  const bound = useMemo(() => costBound(file), [file]);
  const caps = useRunCaps();
  const { cost } = moneyBound(file, caps.data ?? null);
  const errors = problems.filter(({ severity }) => severity === 'error').length;
  const warnings = problems.length - errors;
  const calm = warnings > 0 ? TriangleAlert : CircleCheck;
  const Icon = errors > 0 ? CircleAlert : state === 'checking' ? LoaderCircle : calm;
  const found = [errors > 0 ? plural(errors, 'error') : '', warnings > 0 ? plural(warnings, 'warning') : ''];
  const text =
    found.filter(Boolean).join(', ') ||
    (state === 'checked' ? 'No problems' : state === 'failed' ? 'Not checked' : 'Checking…');
  return (
    <div className="status-line">
      <button type="button" data-tone={errors > 0 ? 'bad' : undefined} onClick={() => onShow('problems')}>
        <Icon size={15} aria-hidden />
        <span role="status">{text}</span>
      </button>
      <button type="button" onClick={() => onShow('cost')}>
        {bound.steps === null ? 'Steps not bounded' : `At most ${plural(bound.steps, 'step')}`}
        {bound.unknown.length > 0 ? ', and more model calls' : ''}
        {' · '}
        {cost === null ? 'no limit on the cost' : `at most ${formatMoney(cost.value)}`}
      </button>
    </div>
  );
}

function plural(count: number, noun: string): string {
  return `${formatNumber(count)} ${noun}${count === 1 ? '' : 's'}`;
}
