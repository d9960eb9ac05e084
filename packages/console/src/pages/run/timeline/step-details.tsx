import type { Artifact, ModelCall, RunStep } from '@runwright/client';
import { useModelCalls } from '../../../api/model-calls.ts';
import { Facts } from '../../../components/facts.tsx';
import { Loading } from '../../../components/states.tsx';
import { Money } from '../../../components/values.tsx';
import { formatNumber } from '../../../lib/format.ts';
import { useRunView } from '../run-context.ts';
import { ElementView } from '../screenshots/element-view.tsx';
import { MarkedScreenshot } from '../screenshots/marked-screenshot.tsx';

/** A step of an agent: what it used, and the page as picture and as the elements that the model saw. */
export function StepDetails({ step }: { readonly step: RunStep | null }) {
  const { run, artifacts } = useRunView();
  const { data: calls } = useModelCalls(run.run_id);
  if (step === null) return <Loading label="Loading the step…" />;
  const picture = pictureOf(step, artifacts);
  const elements = artifactOf(step, 'visible_elements_tree_in_prompt', 'visible_elements_tree');
  return (
    <div className="stack">
      <Facts
        facts={{
          'Tokens in': formatNumber(step.input_token_count),
          'of which cached': formatNumber(step.cached_token_count),
          'Tokens out': formatNumber(step.output_token_count),
          'of which reasoning': formatNumber(step.reasoning_token_count),
          Cost: <Money dollars={step.cost} unknown={noCostOf(step, calls ?? [])} />,
          Actions: step.action_ids.length,
          'Model calls': step.model_call_ids.length,
        }}
      />
      {picture === null && elements === null ? (
        <p className="muted">No picture and no elements of the page were stored in this step.</p>
      ) : (
        <div className="shot-pair">
          {picture === null ? null : (
            <MarkedScreenshot shot={{ ...picture, box: null }} alt={`The page: ${picture.caption}`} />
          )}
          {elements === null ? null : <ElementView artifactId={elements} elementId={null} />}
        </div>
      )}
    </div>
  );
}

/** Finds the picture that is nearest to what the model saw: the one it got, the last one before the step, or one after an action. */
function pictureOf(step: RunStep, artifacts: readonly Artifact[]) {
  const seen = artifactOf(step, 'screenshot_llm');
  if (seen !== null) return { artifactId: seen, caption: 'What the model saw' };
  const before = artifacts.findLast(
    ({ artifact_type: type, created_at: at }) => type.startsWith('screenshot') && at <= step.created_at,
  );
  if (before) return { artifactId: before.artifact_id, caption: 'Last picture before the step' };
  const after = artifactOf(step, 'screenshot_action', 'screenshot_final');
  return after === null ? null : { artifactId: after, caption: 'After an action of the step' };
}

function noCostOf({ step_id: id, finished_at: end }: RunStep, calls: readonly ModelCall[]): string {
  if (end === null) return 'Known when the step has ended';
  const models = calls.filter(({ step_id: step, cost }) => step === id && cost === null);
  const names = [...new Set(models.map(({ model }) => model))];
  return names.length === 0
    ? 'The step has asked no model'
    : `No price known for the model ${names.join(', ')}`;
}

/** Returns the first artifact of the first type that the step has. */
function artifactOf({ artifacts }: RunStep, ...types: readonly string[]): string | null {
  for (const type of types) {
    const found = artifacts.find((artifact) => artifact.artifact_type === type);
    if (found) return found.artifact_id;
  }
  return null;
}
