import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js';
import { type ErrorCode, type Problem, RunwrightError } from '@runwright/contract';

/** Parts of an error as a model reads them. */
export interface ToolFailure {
  readonly code: string;
  readonly problem: string;
  readonly cause: string;
  readonly remedy: string;
}

/** Converts a failure to the result of a tool call. */
export function failureResult(failure: ToolFailure): CallToolResult {
  const { problem, cause, remedy } = failure;
  return {
    isError: true,
    content: [{ type: 'text', text: `Problem: ${problem}\nCause: ${cause}\nRemedy: ${remedy}` }],
    structuredContent: { error: { ...failure } },
  };
}

/** Describes an error. Of errors that are not Runwright's own, nothing is shown. */
export function failureOf(error: unknown): ToolFailure {
  if (!RunwrightError.is(error)) {
    return {
      code: 'internal',
      problem: 'The call failed inside of Runwright.',
      cause: 'An unexpected error, which is in the log of the service.',
      remedy: 'Try again once; if it fails again, tell the operator of the service.',
    };
  }
  const { hint } = error.details;
  return {
    code: error.code,
    problem: error.message,
    cause: problemsText(error.details.problems) ?? `The error code is \`${error.code}\`.`,
    remedy: typeof hint === 'string' ? `${hint}.` : (remedies[error.code] ?? otherRemedy),
  };
}

const otherRemedy = 'Read the problem, change the arguments, and call the tool again.';

const remedies: Partial<Readonly<Record<ErrorCode, string>>> = {
  invalid_input: 'Correct the arguments that the cause names, and call the tool again.',
  not_found:
    'Use an id that a tool has returned: `list_workflows` for workflows, `run_task` for runs, `goto` for browser sessions.',
  conflict:
    'Wait for the run that is named with `get_run`, cancel it with `cancel_run`, or open another browser with `goto`.',
  unavailable: 'Close a browser with `close_browser`, or try again later.',
  forbidden: 'Use an API key with the scope that is named.',
  rate_limited: 'Wait, then call the tool again.',
  out_of_credits: 'Tell the user that the organization has no credits left.',
  egress_denied: 'Use another address, or ask the operator to add the host to RUNWRIGHT_ALLOWED_HOSTS.',
  canceled: 'Call the tool again if the result is still wanted.',
};

/** Lists the mistakes of an invalid input, one per line; null when the error names none. */
function problemsText(problems: unknown): string | null {
  if (!Array.isArray(problems) || problems.length === 0) return null;
  return problems.filter(isProblem).map(problemLine).join('\n');
}

function problemLine({ path, message }: Problem): string {
  return path.length === 0 ? message : `\`${path.join('.')}\`: ${message}`;
}

function isProblem(value: unknown): value is Problem {
  return typeof value === 'object' && value !== null && 'path' in value && 'message' in value;
}
