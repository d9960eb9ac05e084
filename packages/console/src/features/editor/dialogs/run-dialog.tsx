import { Play } from 'lucide-react';
import { useEffect, useMemo, useRef, useState } from 'react';
import { useStartRun } from '../../../api/run-starts.ts';
import { Button } from '../../../components/button.tsx';
import { Dialog } from '../../../components/dialog.tsx';
import { TextField } from '../../../components/field.tsx';
import { ErrorState } from '../../../components/states.tsx';
import { parseExactJson } from '../../../lib/exact-json.ts';
import { ParameterFields } from '../../run-parameters/parameter-fields.tsx';
import { type ByKey, formParameters, inputTexts, readValues } from '../../run-parameters/parameter-values.ts';
import { useEmptyTextQuestion } from '../../run-parameters/use-empty-text-question.tsx';
import { finallyLabel, parametersPath } from '../blocks/definition.ts';
import { type BeginningId, beginningsOf } from '../graph/beginnings.ts';
import { graphOf } from '../graph/graph-model.ts';
import { asArray, type Json, type JsonObject, valueAt } from '../yaml/json.ts';
import { BeginningField } from './beginning-field.tsx';
import { RunResult } from './run-result.tsx';
import { SessionField } from './session-field.tsx';

/** What is executed: the workflow, or one block of it. */
export interface RunTarget {
  /** Null before the first save. */
  readonly workflowId: string | null;
  readonly title: string;
  readonly file: Json | undefined;
  /** The block that is tried. */
  readonly label?: string;
  /** Errors that the text has now. */
  readonly errors: number;
}

/**
 * Dialog that starts a real run of the saved version, and shows how it ends. With `prepare`, which saves first, unsaved changes are
 * part of the run.
 */
export function RunDialog({
  target: { workflowId, title, file, label, errors },
  prepare,
  onClose,
}: {
  readonly target: RunTarget;
  /** Saves the changes, and returns the id of the workflow; null when they could not be saved. Null when there are none. */
  readonly prepare: (() => Promise<string | null>) | null;
  readonly onClose: () => void;
}) {
  const parameters = formParameters(asArray(valueAt(file, parametersPath)));
  const [texts, setTexts] = useState(() => inputTexts(parameters));
  const [problems, setProblems] = useState<ByKey>({});
  const [askEmpty, question] = useEmptyTextQuestion('Run anyway');
  const [session, setSession] = useState('');
  const beginnings = useMemo(
    () => (label === undefined ? null : beginningsOf(graphOf(file), label)),
    [file, label],
  );
  const [chosen, choose] = useState<BeginningId | null>(null);
  // The page of a session is as good as one that a block opens.
  const beginning = chosen ?? (session === '' ? (beginnings?.suggested ?? 'none') : 'none');
  const first = beginnings?.choices.find(({ id }) => id === beginning)?.labels ?? [];
  const [outputs, setOutputs] = useState('');
  const [runId, setRunId] = useState<string | null>(null);
  const [isSaving, setSaving] = useState(false);
  const start = useStartRun();
  const given = objectOf(outputs);
  const runButton = useRef<HTMLButtonElement>(null);
  const hasFields = parameters.length > 0 || label !== undefined;
  // Without values to give, running is the main thing.
  useEffect(() => {
    if (!hasFields) runButton.current?.focus();
  }, [hasFields]);
  const submit = async () => {
    const { values, problems: wrong, empty } = readValues(parameters, texts);
    setProblems(wrong);
    if (Object.keys(wrong).length > 0 || !(await askEmpty(empty))) return;
    let id = workflowId;
    if (prepare) {
      setSaving(true);
      id = await prepare().finally(() => setSaving(false));
    }
    if (id === null) return onClose();
    const request = {
      workflow_id: id,
      title: label === undefined ? title : `${title}: ${first.length > 0 ? 'up to' : 'only'} ${label}`,
      parameters: values as never,
      ...(session === '' ? {} : { browser_session_id: session }),
      ...(label === undefined ? {} : { block_labels: [...first, label] }),
      ...(given && Object.keys(given).length > 0 ? { block_outputs: given as never } : {}),
    };
    start.mutate(request, { onSuccess: setRunId });
  };
  const last = finallyLabel(file);
  return (
    <>
      <Dialog
        title={label === undefined ? `Run ${title}` : `Try ${label}`}
        onClose={onClose}
        wide={runId !== null}
      >
        {runId === null ? (
          <form
            className="stack"
            noValidate
            onSubmit={(event) => {
              event.preventDefault();
              void submit();
            }}
          >
            <div className="notice" data-tone="warn">
              <strong>This really acts.</strong>
              <span>
                {label === undefined
                  ? 'The run opens pages, sends what the blocks send, and its model calls may cost money.'
                  : `${first.length > 0 ? `${listWords([...first, label])} are` : 'The block is'} executed as in a run, with clicks, mails and payments, and model calls may cost money. Other blocks are not executed.`}
                {label !== undefined && last !== null && last !== label
                  ? ` ${last} is executed after it, because it runs last in every run.`
                  : ''}
              </span>
            </div>
            {beginnings ? (
              <BeginningField
                beginnings={beginnings}
                hasSession={session !== ''}
                value={beginning}
                onChange={choose}
              />
            ) : null}
            <ParameterFields parameters={parameters} texts={texts} problems={problems} onChange={setTexts} />
            {label === undefined ? null : (
              <TextField
                label="Outputs of earlier blocks"
                hint={`As JSON, by label, such as {"read": {"rows": []}}. Templates of ${label} see them.`}
                problem={given ? undefined : 'This is no JSON object.'}
                value={outputs}
                onChange={({ target }) => setOutputs(target.value)}
              />
            )}
            <SessionField value={session} onChange={setSession} />
            {errors > 0 ? (
              <p className="notice" data-tone="bad">
                The workflow has {errors === 1 ? 'an error' : `${errors} errors`}, so it cannot be saved. See
                Problems.
              </p>
            ) : null}
            {prepare ? (
              <p className="muted">
                {workflowId === null
                  ? 'The workflow is saved first, because only a saved one can run.'
                  : 'Your changes are saved first, as a new version.'}
              </p>
            ) : null}
            {start.error ? <ErrorState error={start.error} /> : null}
            <div className="actions">
              <Button onClick={onClose}>Go back</Button>
              <Button
                ref={runButton}
                type="submit"
                tone="primary"
                icon={<Play size={16} aria-hidden />}
                disabled={!given || (prepare !== null && errors > 0)}
                busy={start.isPending || isSaving}
              >
                {prepare ? 'Save and run' : label === undefined ? 'Run' : runWords(first.length)}
              </Button>
            </div>
          </form>
        ) : (
          <>
            <RunResult runId={runId} {...(label === undefined ? {} : { label })} />
            <div className="actions">
              <Button onClick={() => setRunId(null)}>Run again</Button>
              <Button tone="primary" onClick={onClose}>
                Close
              </Button>
            </div>
          </>
        )}
      </Dialog>
      {question}
    </>
  );
}

function listWords(labels: readonly string[]): string {
  return new Intl.ListFormat('en').format(labels);
}

function runWords(before: number): string {
  return before === 0 ? 'Run this block' : `Run these ${before + 1} blocks`;
}

/** Returns the object of a text; an empty one for no text, null for what is none. */
function objectOf(text: string): JsonObject | null {
  if (text.trim() === '') return {};
  try {
    const value = parseExactJson(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as JsonObject)
      : null;
  } catch {
    return null;
  }
}
