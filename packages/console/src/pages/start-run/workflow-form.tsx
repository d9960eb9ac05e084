import type { Workflow } from '@runwright/client';
import { useId, useState } from 'react';
import { TextField } from '../../components/field.tsx';
import { ParameterField } from './parameter-field.tsx';
import { formParameters, inputText, readValue } from './parameter-values.ts';
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
  const [texts, setTexts] = useState(() =>
    Object.fromEntries(
      parameters.map((one) => [one.key, inputText(one, given[one.key] ?? one.defaultValue)]),
    ),
  );
  const [title, setTitle] = useState(textIn(request, 'title'));
  const [webhook, setWebhook] = useState(textIn(request, 'webhook_url'));
  const [problems, setProblems] = useState<Readonly<Record<string, string>>>({});
  const start = useStart((found) => setProblems(found));
  const formId = useId();

  const submit = (): void => {
    const read = parameters.map((one) => [one.key, readValue(one, texts[one.key] ?? '')] as const);
    const wrong = read.flatMap(([key, result]) =>
      'problem' in result ? [[key, result.problem] as const] : [],
    );
    setProblems(Object.fromEntries(wrong));
    if (wrong.length > 0) {
      focusFirstProblem(formId);
      return;
    }
    const values = Object.fromEntries(
      read.flatMap(([key, result]) => ('value' in result ? [[key, result.value]] : [])),
    );
    start.send({
      ...kept(request),
      workflow_id: workflow.workflow_permanent_id,
      parameters: values,
      title: title.trim() || null,
      webhook_url: webhook.trim() || null,
    } as never);
  };
  return (
    <form
      id={formId}
      className="stack"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <h2>{workflow.title}</h2>
      {workflow.description ? <p className="muted">{workflow.description}</p> : null}
      {parameters.length === 0 ? <p className="muted">This workflow has no parameters.</p> : null}
      {parameters.map((parameter) => (
        <ParameterField
          key={parameter.key}
          parameter={parameter}
          text={texts[parameter.key] ?? ''}
          problem={problems[parameter.key]}
          onChange={(text) => setTexts((before) => ({ ...before, [parameter.key]: text }))}
        />
      ))}
      <details>
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
            type="url"
            value={webhook}
            onChange={({ target }) => setWebhook(target.value)}
            problem={problems.webhook_url}
          />
        </div>
      </details>
      <StartButton start={start} />
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
