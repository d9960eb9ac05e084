import { readdirSync, readFileSync } from 'node:fs';
import { STATUS_CODES } from 'node:http';
import { join } from 'node:path';
import ts from 'typescript';
import { type CodePlace, type FoundCodes, findCodes, type SourceText } from './code-literals.ts';

const root = join(import.meta.dirname, '../..');

/** Codes that a user can meet, by the kind of place where they appear. */
export interface UserCodes {
  readonly thrown: ReadonlySet<string>;
  readonly http: ReadonlySet<string>;
  readonly run: FoundCodes;
  readonly category: ReadonlySet<string>;
  readonly action: FoundCodes;
  readonly problem: FoundCodes;
  readonly problemOfType: ReadonlySet<string>;
  readonly doctor: ReadonlySet<string>;
}

/** Reads all codes from the sources of the packages. */
export function userCodes(): UserCodes {
  return {
    thrown: unionMembers('packages/contract/src/error.ts', 'ErrorCode'),
    category: unionMembers('packages/contract/src/run.ts', 'FailureCategory'),
    http: httpStatuses(sourcesOf('http-adapter')),
    run: findCodes(['core', 'agent', 'blocks-io'].flatMap(sourcesOf), runPlaces),
    action: findCodes(actionSources(), [{ call: 'failed', argument: 0 }, { member: 'code' }]),
    problem: findCodes(sourcesOf('definition'), [
      { member: 'type', beside: ['path', 'message'] },
      { member: 'type', beside: ['ok', 'message'] },
    ]),
    problemOfType: tupleHeads('packages/definition/src/schema/schema-problems.ts', 'typeProblems'),
    doctor: doctorLines(read('packages/cli/src/commands/doctor.ts')),
  };
}

const outcome = 'packages/core/src/state/outcome.ts';

const runPlaces: readonly CodePlace[] = [
  { member: 'error_code' },
  { member: 'errorCode' },
  { call: 'errorEntry', argument: 0 },
  // The table of what each thrown code means for a run.
  { call: 'failed', argument: 1, path: outcome },
  { member: 'code', beside: ['status', 'category'] },
];

/**
 * The packages that act on pages, without what answers debug clients with codes of their protocol, and the file of the engine
 * that refuses a secret for an action.
 */
function actionSources(): readonly SourceText[] {
  const recorded = 'packages/core/src/execution/context/recorded-session.ts';
  return [
    ...['page-actions', 'driver-playwright']
      .flatMap(sourcesOf)
      .filter(({ path }) => !path.includes('/src/expose/')),
    { path: recorded, text: read(recorded) },
  ];
}

function sourcesOf(folder: string): readonly SourceText[] {
  const base = join('packages', folder, 'src');
  return readdirSync(join(root, base), { recursive: true, encoding: 'utf8' })
    .filter((name) => /(?<!\.test|\.test-helpers|\.test-process|\.generated)\.ts$/.test(name))
    .map((name) => ({ path: join(base, name), text: read(join(base, name)) }));
}

function read(path: string): string {
  return readFileSync(join(root, path), 'utf8');
}

function parse({ path, text }: SourceText): ts.SourceFile {
  return ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true);
}

function unionMembers(path: string, name: string): ReadonlySet<string> {
  const found = new Set<string>();
  for (const node of parse({ path, text: read(path) }).statements)
    if (ts.isTypeAliasDeclaration(node) && node.name.text === name && ts.isUnionTypeNode(node.type))
      for (const type of node.type.types)
        if (ts.isLiteralTypeNode(type) && ts.isStringLiteral(type.literal)) found.add(type.literal.text);
  return found;
}

/** First elements of the lists that are the values of a constant object. */
function tupleHeads(path: string, name: string): ReadonlySet<string> {
  const [, table = ''] =
    new RegExp(`^const ${name}[^=]*= \\{\n([\\s\\S]*?)^\\};`, 'm').exec(read(path)) ?? [];
  return new Set([...table.matchAll(/: \['(\w+)',/g)].map(([, head = '']) => head));
}

/** Numbers from 400 to 599 that are compared with nothing: a comparison is a bound, not an answer. */
function httpStatuses(sources: readonly SourceText[]): ReadonlySet<string> {
  const found = new Set<string>();
  const visit = (node: ts.Node): void => {
    const isBound = ts.isBinaryExpression(node.parent ?? node);
    if (ts.isNumericLiteral(node) && !isBound && Number(node.text) >= 400 && STATUS_CODES[node.text])
      found.add(node.text);
    ts.forEachChild(node, visit);
  };
  for (const source of sources) visit(parse(source));
  return found;
}

function doctorLines(text: string): ReadonlySet<string> {
  const [, table = ''] = /const checks[\s\S]*?= \[\n([\s\S]*?)\n {2}\];/.exec(text) ?? [];
  return new Set([...table.matchAll(/\[\s*'([a-z ]+)',/g)].map(([, name = '']) => name));
}
