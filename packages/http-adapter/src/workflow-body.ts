import { RunwrightError, type WorkflowDraft } from '@runwright/contract';
import type { FastifyRequest } from 'fastify';
import { RequestProblems } from './error-response.ts';
import { logFailure } from './failure-log.ts';

/** Body of a request that has a definition, as an object or as text. */
export interface WorkflowBodyFields {
  readonly json_definition?: unknown;
  readonly yaml_definition?: string | null;
}

/** The definition of a body, and the member that contains it. */
export interface WrittenDraft {
  /** An object of any shape, or text: the engine checks it. */
  readonly draft: WorkflowDraft | string;
  readonly member: 'json_definition' | 'yaml_definition';
}

/** Returns the definition of a body. Throws {@link RequestProblems} when it has none, two, or one that is no object. */
export function readDraft(body: WorkflowBodyFields): WrittenDraft {
  const { json_definition: json, yaml_definition: yaml } = body;
  const hasJson = json !== undefined && json !== null;
  const hasYaml = yaml !== undefined && yaml !== null;
  if (!hasJson && !hasYaml) {
    throw new RequestProblems('body', [
      { path: ['json_definition'], message: 'Field required', type: 'missing' },
    ]);
  }
  if (hasJson && hasYaml) {
    const message = 'Value error, give one of json_definition and yaml_definition, not both';
    throw new RequestProblems('body', [{ path: [], message, type: 'value_error' }]);
  }
  if (hasJson && (typeof json !== 'object' || Array.isArray(json))) {
    const message = 'Input should be a valid object';
    throw new RequestProblems('body', [{ path: ['json_definition'], message, type: 'dict_type' }]);
  }
  if (hasYaml) return { draft: yaml, member: 'yaml_definition' };
  return { draft: json as WorkflowDraft, member: 'json_definition' };
}

/** Calls `use` with the definition of the body; problems are reported under the member that contains it. */
export async function withDraft<T>(
  request: FastifyRequest<{ Body: WorkflowBodyFields }>,
  use: (written: WrittenDraft) => T | Promise<T>,
): Promise<T> {
  const written = readDraft(request.body);
  try {
    return await use(written);
  } catch (error) {
    if (isUnreadable(error)) {
      // A definition that our checks cannot cope with is the caller's to correct, and a defect of ours to know of.
      logFailure(request, 422, error, 'A definition could not be read');
      const message = 'Value error, the definition cannot be read';
      throw new RequestProblems('body', [{ path: [written.member], message, type: 'value_error' }]);
    }
    if (!RunwrightError.is(error) || !Array.isArray(error.details.problems)) throw error;
    const problems = error.details.problems.map((problem) => ({
      ...problem,
      path: [written.member, ...problem.path],
    }));
    throw new RunwrightError(error.code, error.message, { cause: error, details: { problems } });
  }
}

/** Returns whether an error was caused by data of an unexpected shape or depth. */
function isUnreadable(error: unknown): boolean {
  if (RunwrightError.is(error)) return false;
  return error instanceof TypeError || error instanceof RangeError || error instanceof SyntaxError;
}
