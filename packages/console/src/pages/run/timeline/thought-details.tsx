import { JsonBlock } from '../../../components/code-block.tsx';
import { Facts } from '../../../components/facts.tsx';
import { Money } from '../../../components/values.tsx';
import { formatNumber } from '../../../lib/format.ts';
import type { TimelineThought } from './timeline-data.ts';

/** What a model concluded, with its tokens. */
export function ThoughtDetails({ thought }: { readonly thought: TimelineThought }) {
  return (
    <div className="stack">
      <Facts
        wide
        facts={{
          Observation: thought.observation,
          Thought: thought.thought,
          Answer: thought.answer,
          'Tokens in': formatNumber(thought.input_token_count),
          'Tokens out': formatNumber(thought.output_token_count),
          Cost: <Money dollars={thought.thought_cost} unknown="No price known for the model" />,
        }}
      />
      {thought.output ? <JsonBlock label="Output" value={thought.output} /> : null}
    </div>
  );
}
