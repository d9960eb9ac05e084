import type { ModelCall } from '@runwright/client';
import { useState } from 'react';
import { useArtifactText } from '../../../api/artifacts.ts';
import { CodeBlock } from '../../../components/code-block.tsx';
import { CodeText } from '../../../components/code-text.tsx';
import { Facts } from '../../../components/facts.tsx';
import { Loading } from '../../../components/states.tsx';
import { Tabs } from '../../../components/tabs.tsx';
import { formatDuration, formatNumber, inWords } from '../../../lib/format.ts';
import { indentJson } from '../../../lib/indent-json.ts';
import { useRunView } from '../run-context.ts';
import { CallCost } from './call-cost.tsx';
import { parsedAnswerOf } from './parsed-answer.ts';

/** A model call: answer and prompt, what was sent to the provider and received from it, tokens and money. */
export function ModelCallView({ call }: { readonly call: ModelCall }) {
  const { artifacts } = useRunView();
  const [part, setPart] = useState('answer');
  return (
    <div className="stack">
      {call.failure_reason ? (
        <p className="notice" data-tone="bad">
          <CodeText text={call.failure_reason} />
        </p>
      ) : null}
      <Facts
        facts={{
          Model: call.model,
          Purpose: inWords(call.purpose),
          Block: call.block_label,
          'Tokens in': formatNumber(call.input_token_count),
          'of which cached': formatNumber(call.cached_token_count),
          'Tokens out': formatNumber(call.output_token_count),
          Cost: <CallCost call={call} />,
          Duration: formatDuration(call.duration * 1000),
        }}
      />
      <Tabs
        label="Parts of the model call"
        selected={part}
        onSelect={setPart}
        tabs={[
          {
            id: 'answer',
            label: 'Answer',
            content: () => (
              <Part name="Answer" id={parsedAnswerOf(call, artifacts) ?? call.response_artifact_id} />
            ),
          },
          {
            id: 'prompt',
            label: 'Prompt',
            content: () => <Part name="Prompt" id={call.prompt_artifact_id} />,
          },
          {
            id: 'request',
            label: 'Sent',
            content: () => <Part name="Sent" id={call.request_artifact_id} />,
          },
          {
            id: 'response',
            label: 'Received',
            content: () => <Part name="Received" id={call.response_artifact_id} />,
          },
        ]}
      />
    </div>
  );
}

function Part({ name, id }: { readonly name: string; readonly id: string | null }) {
  const { data, error } = useArtifactText(id);
  if (id === null || error) return <p className="muted">{name}: not stored.</p>;
  if (data === undefined) return <Loading />;
  return <CodeBlock label={name} text={indented(data)} />;
}

/** Returns JSON with line breaks, other text as it is. */
function indented(text: string): string {
  try {
    JSON.parse(text);
    return indentJson(text);
  } catch {
    return text;
  }
}
