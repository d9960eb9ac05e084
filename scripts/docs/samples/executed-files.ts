import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import ts from 'typescript';

/** Paths that `vitest.config.ts` includes. */
const isTest = (path: string): boolean =>
  /^(?:packages\/[^/]+\/src|examples|fixtures\/src|scripts)\/(?:.*\/)?[^/]+\.test\.ts$/.test(path);
/** How a test executes a file: in a process of its own, or by importing it. */
const execution = /\bprocess\.execPath\b|\bimport\(/;

/** Returns which test executes each file of `examples` that a test beside it executes, by path from the root. */
export function executedFiles(root: string): ReadonlyMap<string, string> {
  const args = ['ls-files', '-z', '--cached', '--others', '--exclude-standard', '--', 'examples'];
  const names = execFileSync('git', args, { cwd: root, encoding: 'utf8' }).split('\0');
  const found = new Map<string, string>();
  for (const test of names.filter((name) => isTest(name) && existsSync(join(root, name))))
    for (const path of executedBy(root, test)) found.set(path, `executed by ${test}`);
  // A Map visits what is added while it is walked: what an executed file imports is executed too.
  for (const [path, how] of found)
    for (const imported of importsOf(root, path)) if (!found.has(imported)) found.set(imported, how);
  return found;
}

/** Whether a path is that of a test which `npm test` runs. */
export function isExecutedTest(root: string, path: string): boolean {
  return isTest(path) && existsSync(join(root, path));
}

function executedBy(root: string, test: string): ReadonlySet<string> {
  const text = readFileSync(join(root, test), 'utf8');
  const source = ts.createSourceFile(test, text, ts.ScriptTarget.Latest, true);
  const helpers = executingNames(root, test, source);
  const paths = new Set(importsOf(root, test));
  const visit = (node: ts.Node): void => {
    if (ts.isStringLiteralLike(node)) {
      const path = fileOf(root, test, node.text);
      const place = path === null ? null : (testAround(node) ?? source);
      if (path !== null && place !== null && executes(place.getText(), helpers)) paths.add(path);
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return paths;
}

function executes(text: string, helpers: ReadonlySet<string>): boolean {
  return execution.test(text) || [...helpers].some((name) => new RegExp(`\\b${name}\\(`).test(text));
}

/** Names of functions of the test, or imported by it, that execute files. */
function executingNames(root: string, test: string, source: ts.SourceFile): ReadonlySet<string> {
  const names = new Set<string>();
  for (const statement of source.statements) {
    if (ts.isFunctionDeclaration(statement) && statement.name && execution.test(statement.getText()))
      names.add(statement.name.text);
    if (ts.isVariableStatement(statement) && execution.test(statement.getText()))
      for (const { name } of statement.declarationList.declarations) names.add(name.getText());
    if (!ts.isImportDeclaration(statement) || !ts.isStringLiteral(statement.moduleSpecifier)) continue;
    const path = fileOf(root, test, statement.moduleSpecifier.text);
    const bindings = statement.importClause?.namedBindings;
    if (path === null || !bindings || !ts.isNamedImports(bindings)) continue;
    if (execution.test(readFileSync(join(root, path), 'utf8')))
      for (const { name } of bindings.elements) names.add(name.text);
  }
  return names;
}

/** Returns the call of `it`, `test` or a hook that a node stands in. */
function testAround(node: ts.Node): ts.Node | null {
  for (let at: ts.Node = node; at.parent; at = at.parent)
    if (ts.isExpressionStatement(at) && /^(?:it|test|beforeAll|beforeEach)\b/.test(at.getText())) return at;
  return null;
}

/** Returns the file that a text of a test names, relative to the test or to the root; null for any other text. */
function fileOf(root: string, test: string, text: string): string | null {
  if (!/\.\w+$/.test(text) || /\s/.test(text)) return null;
  const paths = [resolve(root, dirname(test), text), resolve(root, text)];
  const path = paths.find((one) => one.startsWith(`${root}/`) && existsSync(one));
  return path === undefined ? null : relative(root, path);
}

function importsOf(root: string, path: string): readonly string[] {
  if (!/\.(?:ts|mjs|js)$/.test(path)) return [];
  const { importedFiles } = ts.preProcessFile(readFileSync(join(root, path), 'utf8'));
  return importedFiles.flatMap(({ fileName }) => {
    const imported = fileName.startsWith('.') ? fileOf(root, path, fileName) : null;
    return imported === null ? [] : [imported];
  });
}
