import { useState } from 'react';
import { Field, TextField } from '../../components/field.tsx';
import { parseExactJson } from '../../lib/exact-json.ts';
import { StartButton, useStart } from './start-button.tsx';

/** Form for a task with the request of another one: goal, address, and the rest as JSON. */
export function TaskForm({ request }: { readonly request: Readonly<Record<string, unknown>> }) {
  const { prompt: oldPrompt, url: oldUrl, ...rest } = request;
  const [prompt, setPrompt] = useState(typeof oldPrompt === 'string' ? oldPrompt : '');
  const [url, setUrl] = useState(typeof oldUrl === 'string' ? oldUrl : '');
  const [others, setOthers] = useState(() => JSON.stringify(withoutNull(rest), null, 2));
  const [problems, setProblems] = useState<Readonly<Record<string, string>>>({});
  const start = useStart(setProblems);

  const submit = (): void => {
    const settings = parsed(others);
    const wrong = {
      ...(prompt.trim() === '' ? { prompt: 'Enter what is to be done.' } : {}),
      ...(settings === null ? { others: 'This is not a JSON object.' } : {}),
    };
    setProblems(wrong);
    if (Object.keys(wrong).length > 0 || settings === null) return;
    start.send({ ...settings, prompt, url: url.trim() || null } as never);
  };
  return (
    <form
      className="stack"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <Field label="Goal" problem={problems.prompt}>
        {(ids) => (
          <textarea
            {...ids}
            className="input prose"
            rows={5}
            value={prompt}
            onChange={({ target }) => setPrompt(target.value)}
          />
        )}
      </Field>
      <TextField
        label="Address to start at"
        type="url"
        value={url}
        onChange={({ target }) => setUrl(target.value)}
        problem={problems.url}
      />
      <Field label="Other members of the request (JSON)" problem={problems.others}>
        {(ids) => (
          <textarea
            {...ids}
            className="input"
            rows={8}
            spellCheck={false}
            value={others}
            onChange={({ target }) => setOthers(target.value)}
          />
        )}
      </Field>
      <StartButton start={start} />
    </form>
  );
}

function withoutNull(request: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  return Object.fromEntries(Object.entries(request).filter(([, value]) => value !== null));
}

function parsed(text: string): Readonly<Record<string, unknown>> | null {
  try {
    const value = parseExactJson(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : null;
  } catch {
    return null;
  }
}
