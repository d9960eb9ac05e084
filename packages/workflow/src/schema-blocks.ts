import type { Static, TSchema } from '@runwright/contract';
import { type BlockUse, withOutput } from './block-use.ts';
import type {
  CodeMembers,
  ExtractionMembers,
  ExtractionOutput,
  FileUrlParserMembers,
  HttpRequestMembers,
  HttpRequestOutput,
  PdfParserMembers,
  TaskMembers,
  TaskOutput,
  TextPromptMembers,
} from './blocks.generated.ts';

/** What a TypeBox schema describes; unknown without one. */
export type Described<S> = S extends TSchema ? Static<S> : unknown;

/** The members of a block of which one is a schema. */
export type WithSchema<Members, Name extends keyof Members, S> = Omit<Members, Name> & {
  readonly [Key in Name]?: S | Members[Name];
};

/** The output of a block of which the extracted data is described by a schema. */
export type WithExtracted<Output, S> = Omit<Output, 'extracted_information'> & {
  readonly extracted_information: Described<S>;
};

/** The answer to a request whose body has the type `Body`. */
export type HttpAnswer<Body> = Omit<HttpRequestOutput, 'response_body' | 'body'> & {
  readonly response_body: Body;
  readonly body: Body;
};

/** Makes one HTTP request without a browser. The type of the response is what you say: `httpRequest<{ left: number }>({ … })`. */
export function httpRequest<Body = unknown>(members: HttpRequestMembers): BlockUse<HttpAnswer<Body>> {
  return withOutput('http_request', members);
}

/** Executes a program in a sandbox. The type of what it returns is what you say: `code<number>({ code: 'return 6 * 7' })`. */
export function code<Output = unknown>(members: CodeMembers): BlockUse<Output> {
  return withOutput('code', members);
}

/** Extracts data from the open page; a TypeBox schema as `data_schema` gives it its type. */
export function extraction<const S = undefined>(
  members: WithSchema<ExtractionMembers, 'data_schema', S>,
): BlockUse<WithExtracted<ExtractionOutput, S>> {
  return withOutput('extraction', members);
}

/** Lets an agent reach a goal on web pages, extract data from them, or both; `data_schema` as in {@link extraction}. */
export function task<const S = undefined>(
  members: WithSchema<TaskMembers, 'data_schema', S>,
): BlockUse<WithExtracted<TaskOutput, S>> {
  return withOutput('task', members);
}

/** The answer of a model without a schema. */
export interface PlainAnswer {
  readonly llm_response: string;
}

/** Asks a language model; a TypeBox schema as `json_schema` gives the answer its type. */
export function textPrompt<const S = undefined>(
  members: WithSchema<TextPromptMembers, 'json_schema', S>,
): BlockUse<S extends undefined ? PlainAnswer : Described<S>> {
  return withOutput('text_prompt', members);
}

/** Reads a file; a TypeBox schema as `json_schema` gives the data its type. */
export function fileUrlParser<const S = undefined>(
  members: WithSchema<FileUrlParserMembers, 'json_schema', S>,
): BlockUse<Described<S>> {
  return withOutput('file_url_parser', members);
}

/** Extracts data from a PDF; a TypeBox schema as `json_schema` gives it its type. Deprecated: use {@link fileUrlParser}. */
export function pdfParser<const S = undefined>(
  members: WithSchema<PdfParserMembers, 'json_schema', S>,
): BlockUse<Described<S>> {
  return withOutput('pdf_parser', members);
}
