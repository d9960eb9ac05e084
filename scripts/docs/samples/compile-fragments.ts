import { readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import ts from 'typescript';
import type { Sample, SampleProblem } from './sample.ts';

const options: ts.CompilerOptions = {
  target: ts.ScriptTarget.ES2024,
  lib: ['lib.es2024.d.ts', 'lib.esnext.disposable.d.ts', 'lib.esnext.iterator.d.ts', 'lib.dom.d.ts'],
  module: ts.ModuleKind.NodeNext,
  moduleResolution: ts.ModuleResolutionKind.NodeNext,
  types: ['node'],
  noEmit: true,
  skipLibCheck: true,
  allowJs: true,
  checkJs: true,
  allowImportingTsExtensions: true,
  erasableSyntaxOnly: true,
  verbatimModuleSyntax: true,
  isolatedModules: true,
  strict: true,
  exactOptionalPropertyTypes: true,
  noUncheckedIndexedAccess: true,
  noImplicitOverride: true,
  noImplicitReturns: true,
};

/** Files of packages and libraries, which do not change while tests run. */
const parsed = new Map<string, ts.SourceFile>();

/** A fragment and the text that is compiled: what its comment adds, then the fragment. */
interface Unit {
  readonly sample: Sample;
  readonly text: string;
  /** Lines of `text` before the fragment. */
  readonly before: number;
}

/**
 * Compiles fragments in one program and returns the errors, each with its line in the page. A fragment is compiled after the
 * text of its `with:` comment, or in the place of a line `…` in it; with a `continues` comment, after everything of the fragment before it in the page.
 */
export function fragmentProblems(root: string, samples: readonly Sample[]): readonly SampleProblem[] {
  const units = new Map(unitsOf(samples).map((unit, index) => [pathOf(root, unit.sample, index), unit]));
  const host = ts.createCompilerHost(options);
  const { readFile, fileExists, getSourceFile } = host;
  host.fileExists = (path) => units.has(path) || fileExists(path);
  host.readFile = (path) => units.get(path)?.text ?? readFile(path);
  host.getSourceFile = (path, version, ...more) => {
    const unit = units.get(path);
    if (unit) return ts.createSourceFile(path, unit.text, version, true);
    const file = parsed.get(path) ?? getSourceFile.call(host, path, version, ...more);
    if (file) parsed.set(path, file);
    return file;
  };
  const importers = importersOf(root);
  const cache = ts.createModuleResolutionCache(root, (path) => path, options);
  host.resolveModuleNameLiterals = (literals, from, redirected, all, source) =>
    literals.map((literal) => {
      const mode = ts.getModeForUsageLocation(source, literal, all);
      const resolveFrom = (path: string) =>
        ts.resolveModuleName(literal.text, path, all, host, cache, redirected, mode);
      const found = resolveFrom(from);
      if (found.resolvedModule || !units.has(from)) return found;
      const own = /^@runwright\/([^/]+)/.exec(literal.text)?.[1];
      const paths = own ? [join(root, 'packages', own, 'sample.ts')] : importers;
      return paths.map(resolveFrom).find(({ resolvedModule }) => resolvedModule) ?? found;
    });
  const program = ts.createProgram([...units.keys()], options, host);
  return [...units].flatMap(([path, unit]) => {
    const file = program.getSourceFile(path);
    if (!file) throw new Error(`Cannot compile ${path}: the compiler does not know it. Correct its name.`);
    return [...program.getSyntacticDiagnostics(file), ...program.getSemanticDiagnostics(file)].map(
      ({ start = 0, messageText }) => problemOf(unit, file, start, messageText),
    );
  });
}

function problemOf(
  { sample, before }: Unit,
  file: ts.SourceFile,
  start: number,
  message: string | ts.DiagnosticMessageChain,
): SampleProblem {
  const line = file.getLineAndCharacterOfPosition(start).line - before;
  const text = ts.flattenDiagnosticMessageText(message, ' ');
  const place = line < 0 ? ' in its comment' : '';
  return {
    page: sample.page,
    line: line < 0 ? sample.line : sample.line + 1 + line,
    text: `does not compile${place}: ${text} Show a region of an executed file instead, or declare what is missing in \`<!-- with: … -->\`.`,
  };
}

function unitsOf(samples: readonly Sample[]): readonly Unit[] {
  const previous = new Map<string, string>();
  return samples.map((sample) => {
    const continued = sample.notes.has('continues') ? `${previous.get(sample.page) ?? ''}\n` : '';
    // Where the fragment is no statement, `…` in the comment tells where it stands.
    const [start = '', end = ''] = (sample.notes.get('with') ?? '').split(/^\s*…\s*$/m);
    const head = `export {};\n${continued}${start}\n`;
    const text = `${head}${sample.text}\n${end}\n`;
    previous.set(sample.page, text);
    return { sample, text, before: head.split('\n').length - 1 };
  });
}

/** Fragments of a package's README stand in the package, the others beside the examples, whose packages they may import. */
function pathOf(root: string, { page, language }: Sample, index: number): string {
  const folder = page.startsWith('packages/') ? dirname(page) : 'examples';
  return join(root, folder, `sample-${index + 1}.${language === 'js' ? 'mjs' : 'ts'}`);
}

/** A path in each folder of the workspace: a sample may import what one of them has installed. */
function importersOf(root: string): readonly string[] {
  const packages = readdirSync(join(root, 'packages')).map((name) => join('packages', name));
  return ['examples', '', ...packages].map((folder) => join(root, folder, 'sample.ts'));
}
