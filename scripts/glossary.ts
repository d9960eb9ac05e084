/** A source file: its path from the root of the repository, with `/`, and its text. */
export interface NamedSource {
  readonly path: string;
  readonly text: string;
}

/** A word or phrase that names must not contain, and the standard term. */
export interface AvoidedTerm {
  readonly words: readonly string[];
  readonly standard: string;
}

/** A file name or an exported name that contains an avoided term. */
export interface TermFinding {
  readonly path: string;
  readonly name: string;
  readonly term: string;
  readonly standard: string;
}

/** Reads the rows of "Words that are not used" in the glossary. */
export function avoidedTerms(glossary: string): readonly AvoidedTerm[] {
  const [, section = ''] = glossary.split('## Words that are not used\n');
  return [...section.matchAll(/^\| (`.+?) \| (.+?) \|$/gm)].flatMap(([, terms = '', standard = '']) =>
    [...terms.matchAll(/`([^`]+)`/g)].map(([, term = '']) => ({ words: term.split(' '), standard })),
  );
}

/** Returns each name of the file that contains an avoided term: its own name and the names that it exports. */
export function findAvoidedTerms(file: NamedSource, terms: readonly AvoidedTerm[]): readonly TermFinding[] {
  return [fileName(file.path), ...exportedNames(file.text)].flatMap((name) =>
    terms
      .filter(({ words }) => ` ${splitName(name).join(' ')} `.includes(` ${words.join(' ')} `))
      .map(({ words, standard }) => ({ path: file.path, name, term: words.join(' '), standard })),
  );
}

/** Returns the words of a name in lower case: `carryOutBlock`, `carry-out-block` and `CARRY_OUT_BLOCK` have the same. */
export function splitName(name: string): readonly string[] {
  return name
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replace(/([A-Z])([A-Z][a-z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter((word) => word !== '');
}

/** Returns the names that a source file declares and exports. */
export function exportedNames(text: string): readonly string[] {
  const declarations =
    /^export (?:declare )?(?:abstract )?(?:async )?(?:function\*?|const|let|class|interface|type) (\w+)/gm;
  return [...text.matchAll(declarations)].map(([, name = '']) => name);
}

function fileName(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1).replace(/\.[^.]+$/, '');
}
