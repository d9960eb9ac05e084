import { join } from 'node:path';
import ts from 'typescript';

/** Modules of `kubernetes-types`, which are made from the OpenAPI document of Kubernetes, by API version. */
const modules: Readonly<Record<string, string>> = {
  v1: 'core/v1',
  'apps/v1': 'apps/v1',
  'batch/v1': 'batch/v1',
  'networking.k8s.io/v1': 'networking/v1',
  'policy/v1': 'policy/v1',
};

/** Returns what the compiler says about manifests as values of the types of the Kubernetes API. */
export function kubernetesProblems(
  documents: readonly { readonly apiVersion: string; readonly kind: string }[],
): readonly string[] {
  const lines = documents.map((document, index) => {
    const module = modules[document.apiVersion];
    if (!module) throw new Error(`The API version \`${document.apiVersion}\` has no module; add it.`);
    const type = `import('kubernetes-types/${module}').${document.kind}`;
    return `export const document${index}: ${type} = ${JSON.stringify(document, null, 2)};`;
  });
  // Beside this file, so that packages are found; it is never written.
  const path = join(import.meta.dirname, 'manifests.virtual.ts');
  const options: ts.CompilerOptions = {
    strict: true,
    noEmit: true,
    skipLibCheck: true,
    types: [],
    lib: ['lib.es2022.d.ts'],
    target: ts.ScriptTarget.ES2022,
    module: ts.ModuleKind.ESNext,
    moduleResolution: ts.ModuleResolutionKind.Bundler,
  };
  const host = ts.createCompilerHost(options);
  const { getSourceFile, fileExists } = host;
  host.fileExists = (name) => name === path || fileExists(name);
  host.getSourceFile = (name, ...rest) =>
    name === path
      ? ts.createSourceFile(name, lines.join('\n'), ts.ScriptTarget.ES2022)
      : getSourceFile(name, ...rest);
  const program = ts.createProgram([path], options, host);
  return ts
    .getPreEmitDiagnostics(program)
    .map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, '\n'));
}
