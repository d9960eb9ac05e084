import type { Workflow } from '@runwright/client';
import { useId, useState } from 'react';
import { Checkbox, TextField } from '../../components/field.tsx';
import { ParameterFields } from '../../features/run-parameters/parameter-fields.tsx';
import {
  type ByKey,
  formParameters,
  inputTexts,
  readValues,
} from '../../features/run-parameters/parameter-values.ts';
import { useEmptyTextQuestion } from '../../features/run-parameters/use-empty-text-question.tsx';
import { StartButton, useStart } from './start-button.tsx';

/** Form for a run of a workflow. `request`: of the run whose values it begins with. */
export function WorkflowForm({
  workflow,
  request,
}: {
  readonly workflow: Workflow;
  readonly request: Readonly<Record<string, unknown>>;
}) {
  const parameters = formParameters(workflow.workflow_definition.parameters);
  const given = Object(request.parameters) as Readonly<Record<string, unknown>>;
  const [texts, setTexts] = useState(() => inputTexts(parameters, given));
  const [title, setTitle] = useState(textIn(request, 'title'));
  const [isRecorded, setRecorded] = useState(request.record_for_replay === true);
  const [webhook, setWebhook] = useState(textIn(request, 'webhook_url'));
  const [problems, setProblems] = useState<ByKey>({});
  const [askEmpty, question] = useEmptyTextQuestion('Start anyway');
  const start = useStart((found) => setProblems(found));
  const formId = useId();

  const submit = async (): Promise<void> => {
    const { values, problems: wrong, empty } = readValues(parameters, texts);
    setProblems(wrong);
    if (Object.keys(wrong).length > 0) return focusFirstProblem(formId);
    if (!(await askEmpty(empty))) {
      setProblems(Object.fromEntries(empty.map((key) => [key, `Enter a value for ${key}.`])));
      return focusFirstProblem(formId);
    }
    start.send({
      ...kept(request),
      workflow_id: workflow.workflow_permanent_id,
      parameters: values,
      title: title.trim() || null,
      webhook_url: webhook.trim() || null,
      record_for_replay: isRecorded || null,
    } as never);
  };
  return (
    <form
      id={formId}
      className="stack"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
      }}
    >
      <h2>{workflow.title}</h2>
      {workflow.description ? <p className="muted">{workflow.description}</p> : null}
      {parameters.length === 0 ? <p className="muted">This workflow has no parameters.</p> : null}
      <ParameterFields parameters={parameters} texts={texts} problems={problems} onChange={setTexts} />
      <details
        open={Boolean(problems.title ?? problems.webhook_url ?? problems.record_for_replay) || undefined}
      >
        <summary>More settings</summary>
        <div className="stack settings">
          <TextField
            label="Title of the run"
            value={title}
            onChange={({ target }) => setTitle(target.value)}
            problem={problems.title}
          />
          <TextField
            label="Webhook address"
            hint="Gets the record of the run as a POST when the run has ended, signed with the key that starts it."
            type="url"
            value={webhook}
            onChange={({ target }) => setWebhook(target.value)}
            problem={problems.webhook_url}
          />
          <Checkbox
            label="Record for a test"
            hint="Keeps the model calls and what web sites answer, so that the run can be saved as a test. The agent does such a run, never a script."
            problem={problems.record_for_replay}
            checked={isRecorded}
            onChange={({ target }) => setRecorded(target.checked)}
          />
        </div>
      </details>
      <StartButton start={start} />
      {question}
    </form>
  );
}

/** Members of a request that the form does not show, without those that have no value. */
function kept(request: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  return Object.fromEntries(Object.entries(request).filter(([, value]) => value !== null));
}

function textIn(request: Readonly<Record<string, unknown>>, name: string): string {
  const value = request[name];
  return typeof value === 'string' ? value : '';
}

function focusFirstProblem(formId: string): void {
  requestAnimationFrame(() => {
    const found = document.getElementById(formId)?.querySelector('[aria-invalid="true"]');
    if (found instanceof HTMLElement) found.focus();
  });
}
