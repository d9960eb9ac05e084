import { useMemo } from 'react';
import { useRunCaps } from '../../../api/editor-data.ts';
import { formatMoney, formatNumber } from '../../../lib/format.ts';
import { costBound } from '../cost/cost-bound.ts';
import { moneyBound } from '../cost/money-bound.ts';
import { Marked } from '../form/marked.tsx';
import type { Json } from '../yaml/json.ts';

/** What a run takes and costs at most, and what that does not contain. */
export function CostPanel({ file }: { readonly file: Json | undefined }) {
  const bound = useMemo(() => costBound(file), [file]);
  const caps = useRunCaps();
  const { cost, tokens } = moneyBound(file, caps.data ?? null);
  return (
    <div className="stack">
      <dl className="facts">
        <div>
          <dt>Steps of agents, at most</dt>
          <dd>{bound.steps === null ? 'Not bounded' : formatNumber(bound.steps)}</dd>
        </div>
        <div>
          <dt>Cost of models, at most</dt>
          <dd>{cost === null ? 'Not bounded' : `${formatMoney(cost.value)} (limit of the ${cost.of})`}</dd>
        </div>
        <div>
          <dt>Tokens, at most</dt>
          <dd>
            {tokens === null ? 'Not bounded' : `${formatNumber(tokens.value)} (limit of the ${tokens.of})`}
          </dd>
        </div>
      </dl>
      {bound.steps === null ? (
        <p className="notice" data-tone="warn">
          The blocks lead in a circle, so no number bounds the steps. Correct the edges.
        </p>
      ) : (
        <p className="muted">
          The number is that of the longest way through the blocks, with all retries. A step asks the model at
          least once. Blocks that are repeated because a worker was lost are not counted.
        </p>
      )}
      {bound.loops.map(({ label, steps, iterations }) => (
        <p key={label}>
          <strong>{label}</strong>: {formatNumber(steps)} steps in each iteration, and at most{' '}
          {formatNumber(iterations)} iterations.
        </p>
      ))}
      {bound.unknown.length > 0 ? (
        <div className="notice" data-tone="warn">
          <strong>The steps do not contain everything that may ask a model:</strong>
          <ul>
            {bound.unknown.map((text) => (
              <li key={text}>
                <Marked text={text} />
              </li>
            ))}
          </ul>
        </div>
      ) : null}
      {cost === null ? (
        <p className="notice" data-tone="warn">
          <span>
            {caps.error
              ? 'The limits of the service could not be read, and the workflow has none. '
              : 'Neither the workflow nor the service limits what a run costs. '}
            What a step costs depends on the page. Set a cost limit under Workflow: no model call that could
            pass it is sent, and the run fails instead.
          </span>
        </p>
      ) : (
        <p className="muted">
          The engine sends no model call that could pass the limit; the run fails instead. A run can set a
          smaller one.
        </p>
      )}
    </div>
  );
}
