import { type Problem, RunwrightError, Type } from '@runwright/contract';
import { compileSchema, type Engine, readSource, type SourcePlace, sourcePlaces } from '@runwright/core';
import { toWorkflowRecord, WorkflowRecord } from '@runwright/core/records';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { callerFor } from '../authentication.ts';
import { RequestProblems, validationItems } from '../error-response.ts';
import { readUpload, type UploadedFile } from '../multipart.ts';
import { ErrorBody, errorResponses, ValidationItems } from '../schemas/error-responses.ts';
import { WorkflowBody, workflowBodyConfig } from '../schemas/workflow-request.ts';
import { readDraft, type WorkflowBodyFields } from '../workflow-body.ts';

const number = Type.Union([Type.Integer(), Type.Null()]);
const LocatedItems = Type.Array(
  Type.Object(
    {
      ...ValidationItems.items.properties,
      line: Type.Union([Type.Integer(), Type.Null()], {
        description:
          'In the text, from 1; that of what is around a missing member; null for `json_definition`.',
      }),
      column: number,
      block_label: Type.Union([Type.String(), Type.Null()], {
        description: 'Of the innermost block around it; null for `json_definition`.',
      }),
    },
    { title: 'DefinitionProblem' },
  ),
);
const Judgement = Type.Object(
  { valid: Type.Boolean(), errors: LocatedItems, warnings: LocatedItems },
  { title: 'WorkflowValidation' },
);

const nullable = <const S extends Type.TSchema>(schema: S) => Type.Union([schema, Type.Null()]);
const ImportBody = Type.Object({
  yaml_definition: Type.String({ description: 'YAML or JSON text of a workflow.' }),
  folder_id: Type.Optional(nullable(Type.String())),
});
const ImportForm = Type.Object({
  file: Type.Unsafe<string>({
    type: 'string',
    format: 'binary',
    description: 'A `.yaml`, `.yml` or `.json` file of up to 10 MiB.',
  }),
  folder_id: Type.Optional(Type.String()),
});
const checkImport = compileSchema(ImportBody);

/** Bytes of the file of an import. */
const mostFileBytes = 10 * 1024 * 1024;

/** Registers the routes that check and import definitions which come from elsewhere. */
export function workflowImportRoutes(app: FastifyInstance, engine: Engine): void {
  app.post<{ Body: WorkflowBodyFields }>(
    '/v1/workflows/validate',
    {
      config: workflowBodyConfig(engine),
      schema: {
        tags: ['workflows'],
        operationId: 'validateWorkflow',
        summary: 'Check a definition; nothing is stored',
        body: WorkflowBody,
        response: { 200: Judgement, 403: errorResponses[403], 422: errorResponses[422] },
      },
    },
    async (request) => {
      const { draft, member } = readDraft(request.body);
      const { problems, warnings } = engine.validate(draft);
      const items = (found: readonly Problem[]) => locatedItems(draft, member, found);
      return { valid: problems.length === 0, errors: items(problems), warnings: items(warnings) };
    },
  );

  app.post(
    '/v1/workflows/import',
    {
      config: { multipart: true, documentedBody: ImportBody, documentedForm: ImportForm },
      schema: {
        tags: ['workflows'],
        operationId: 'importWorkflow',
        summary: 'Import a workflow; it is checked in the background',
        consumes: ['application/json', 'multipart/form-data'],
        response: { 200: WorkflowRecord, ...errorResponses, 413: ErrorBody },
      },
    },
    async (request) => {
      const { source, member, folderId, title } = request.isMultipart()
        ? await readForm(request)
        : readBody(request);
      const { organizationId } = callerFor(request);
      const imported = await engine.workflows.import(organizationId, source, {
        folderId,
        ...(title === undefined ? {} : { title }),
      });
      return {
        ...toWorkflowRecord(imported),
        warnings: validationItems(['body', member], imported.warnings),
      };
    },
  );
}

/** The items of a response for these problems, with where each of them stands in a text. */
function locatedItems(draft: unknown, member: string, found: readonly Problem[]) {
  const placeOf = typeof draft === 'string' ? textPlaces(draft) : () => null;
  return validationItems(['body', member], found).map((item, index) => {
    const problem = found[index];
    // The item that counts those which are left out is about none of them.
    const place = problem && item.type === problem.type ? placeOf(problem.path) : null;
    return {
      ...item,
      line: place?.line ?? null,
      column: place?.column ?? null,
      block_label: place?.block ?? null,
    };
  });
}

/** The places of a text; that of its fault for a text that cannot be read. */
function textPlaces(text: string): (path: Problem['path']) => SourcePlace | null {
  try {
    readSource(text);
    return sourcePlaces(text);
  } catch (error) {
    const { line, column } = RunwrightError.is(error) ? error.details : {};
    const fault =
      typeof line === 'number' && typeof column === 'number' ? { line, column, block: null } : null;
    return () => fault;
  }
}

interface ImportRequest {
  readonly source: string;
  /** Member of the request that has the text. */
  readonly member: 'yaml_definition' | 'file';
  readonly folderId: string | null;
  readonly title?: string;
}

function readBody({ body }: FastifyRequest): ImportRequest {
  if (body === undefined) {
    throw new RequestProblems('body', [{ path: [], message: 'Field required', type: 'missing' }]);
  }
  if (typeof body !== 'object' || body === null || Array.isArray(body)) {
    const message = 'Input should be an object';
    throw new RequestProblems('body', [{ path: [], message, type: 'model_attributes_type' }]);
  }
  const checked = checkImport(body);
  if (!checked.ok) throw new RequestProblems('body', checked.problems);
  const { yaml_definition: source, folder_id: folderId = null } = checked.value;
  if (source.trim() === '') throw notUsable('yaml_definition', 'the definition is blank');
  return { source, member: 'yaml_definition', folderId };
}

async function readForm(request: FastifyRequest): Promise<ImportRequest> {
  const { result, fields } = await readUpload(request, mostFileBytes, async (file) => ({
    name: file.name,
    source: await textOf(file),
  }));
  const [, stem = '', extension] = /^(.*)\.(yaml|yml|json)$/is.exec(result.name) ?? [];
  if (extension === undefined) {
    throw notUsable('file', 'the name of the file does not end with .yaml, .yml or .json');
  }
  if (result.source.trim() === '') throw notUsable('file', 'the file is blank');
  const folderId = fields.get('folder_id')?.trim() || null;
  const title = stem.slice(0, 255).trim();
  return { source: result.source, member: 'file', folderId, ...(title === '' ? {} : { title }) };
}

async function textOf({ content }: UploadedFile): Promise<string> {
  const parts: Uint8Array[] = [];
  for await (const part of content) parts.push(part);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(Buffer.concat(parts));
  } catch {
    throw notUsable('file', 'the file is not text in UTF-8');
  }
}

function notUsable(field: string, reason: string): RequestProblems {
  const problem = { path: [field], message: `Value error, ${reason}`, type: 'value_error' };
  return new RequestProblems('body', [problem]);
}
