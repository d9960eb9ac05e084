import type { Changes } from './changes.ts';

/** Files that are documents, or that the documentation checks read or consist of. */
const documents =
  /\.md$|^(?:docs|examples|deploy)\/|^scripts\/(?:docs|site|guides)\/|^typedoc\.json$|^pnpm-lock\.yaml$|\.docs\.test\.ts$/;

/** Source files of packages, whose exports the API reference describes. */
const sources = /^packages\/[^/]+\/src\/(?!.*\.test[.-]).*\.tsx?$/;

/** An added or removed line of a doc comment or of an export. */
const documentedLine = /^[+-]\s*(?:\/\*\*|\*|export\b)/;

/** Whether documents, doc comments or exports have changed, and true in doubt: for a new source, or unknown changes. */
export function documentsChanged(changes: Changes | undefined): boolean {
  if (!changes) return true;
  return changes.files.some((file) => {
    if (documents.test(file)) return true;
    const lines = changes.lines.get(file);
    return sources.test(file) && (!lines || lines.some((line) => documentedLine.test(line)));
  });
}
