import { type Diagnostic, setDiagnostics } from '@codemirror/lint';
import type { EditorState, TransactionSpec } from '@codemirror/state';
import type { WorkflowValidation } from '@runwright/client';
import { requiredText } from '../form/schema-validator.ts';
import { titleAt } from '../form/title-at.ts';
import type { Json } from '../yaml/json.ts';
import type { TextProblem } from '../yaml/read-yaml.ts';

/** Problem of a workflow, and where it is; a line of null is unknown. */
export interface EditorProblem {
  readonly severity: 'error' | 'warning';
  /** For people. */
  readonly message: string;
  /** Place in the definition, such as `blocks.0.url`; empty for the whole and for mistakes of the YAML. */
  readonly path: string;
  readonly line: number | null;
  readonly column: number | null;
  /** Label of the block that it is about. */
  readonly label: string | null;
}

/** Returns the problems that the service found in a file, errors first. */
export function servedProblems(
  { errors, warnings }: WorkflowValidation,
  file: Json | undefined,
): readonly EditorProblem[] {
  const convert =
    (severity: EditorProblem['severity']) =>
    ({ loc, msg, line, column, block_label }: WorkflowValidation['errors'][number]): EditorProblem => {
      const path = loc.slice(2);
      const place = path.filter((part) => part !== 'workflow_definition').join('.');
      const message = msg.replace(/^Value error, /, '');
      return {
        severity,
        message: problemText(path, file, message),
        path: place,
        line,
        column,
        label: block_label,
      };
    };
  return [...errors.map(convert('error')), ...warnings.map(convert('warning'))];
}

/** Returns the problems of a text that cannot be read. */
export function textProblems(
  problems: readonly TextProblem[],
  severity: EditorProblem['severity'],
): readonly EditorProblem[] {
  return problems.map(({ message, line, column }) => ({
    severity,
    message,
    path: '',
    line,
    column,
    label: null,
  }));
}

/** Returns a problem in words: the title of the member in front, or in the sentence when it is missing. */
function problemText(path: readonly string[], file: Json | undefined, message: string): string {
  const name = path.findLast((part) => !/^\d+$/.test(part)) ?? '';
  if (name === '' || wholes.has(name)) return message;
  const title = titleAt(file, path);
  return message === 'Field required' ? requiredText(title) : `${title}: ${message}`;
}

/** Lists whose items tell themselves what they are. */
const wholes = new Set(['workflow_definition', 'blocks', 'loop_blocks', 'parameters']);

/** Returns what the service says about the members of one object, by name, and what is about something else. */
export function problemsAt(
  problems: readonly EditorProblem[],
  place: string,
): { readonly atMembers: ReadonlyMap<string, EditorProblem>; readonly others: readonly EditorProblem[] } {
  const nameOf = ({ path }: EditorProblem) =>
    path.startsWith(`${place}.`) ? path.slice(place.length + 1) : '';
  const isAtMember = (problem: EditorProblem) => /^[^.]+$/.test(nameOf(problem));
  return {
    atMembers: new Map(problems.filter(isAtMember).map((one) => [nameOf(one), one])),
    others: problems.filter((one) => !isAtMember(one)),
  };
}

/** Returns the change of the editor that marks problems at their lines. */
export function markProblems(state: EditorState, problems: readonly EditorProblem[]): TransactionSpec {
  return setDiagnostics(state, diagnosticsOf(state, problems));
}

function diagnosticsOf({ doc }: EditorState, problems: readonly EditorProblem[]): Diagnostic[] {
  return problems.map(({ severity, message, path, line, column }) => {
    const at = doc.line(Math.min(Math.max(1, line ?? 1), doc.lines));
    const first = at.from + (at.text.length - at.text.trimStart().length);
    const from = Math.min(at.to, Math.max(first, at.from + (column ?? 1) - 1));
    return { from, to: at.to, severity, message: path === '' ? message : `${message} (${path})` };
  });
}
