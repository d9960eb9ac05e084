import ts from 'typescript';

/** A source file: its path from the root of the repository, and its text. */
export interface SourceText {
  readonly path: string;
  readonly text: string;
}

/** A place whose value is a code: the member of an object, or an argument of a call. */
export type CodePlace =
  | { readonly member: string; readonly beside?: readonly string[] }
  | { readonly call: string; readonly argument: number; readonly member?: string; readonly path?: string };

/** Texts that stand at the places, and expressions there that no text could be found for, as `<path>: <expression>`. */
export interface FoundCodes {
  readonly codes: ReadonlySet<string>;
  readonly unresolved: ReadonlySet<string>;
}

/**
 * Finds the texts that source files put at places. An expression is followed through conditions, `??`, constants of the same file and
 * parameters: where a parameter stands at a place, the arguments of the calls in its file are places, too.
 */
export function findCodes(sources: readonly SourceText[], places: readonly CodePlace[]): FoundCodes {
  const files = sources.map(({ path, text }) =>
    ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true),
  );
  const codes = new Set<string>();
  const unresolved = new Set<string>();
  const known = new Set<string>();
  const open = [...places];
  const add = (place: CodePlace): void => {
    const key = JSON.stringify(place);
    if (!known.has(key)) open.push(place);
    known.add(key);
  };
  for (let place = open.shift(); place; place = open.shift())
    for (const file of files) {
      if ('call' in place && place.path !== undefined && place.path !== file.fileName) continue;
      for (const expression of expressionsAt(file, place))
        follow(expression, { file, codes, unresolved, add });
    }
  return { codes, unresolved };
}

interface Search {
  readonly file: ts.SourceFile;
  readonly codes: Set<string>;
  readonly unresolved: Set<string>;
  readonly add: (place: CodePlace) => void;
}

function expressionsAt(file: ts.SourceFile, place: CodePlace): readonly ts.Expression[] {
  const found: ts.Expression[] = [];
  const visit = (node: ts.Node): void => {
    if ('call' in place) {
      if (ts.isCallExpression(node) && node.expression.getText(file) === place.call) {
        const given = node.arguments[place.argument];
        if (given && place.member === undefined) found.push(given);
        if (given && place.member !== undefined && ts.isObjectLiteralExpression(given))
          found.push(...membersOf(given, place.member));
      }
    } else if (ts.isObjectLiteralExpression(node) && hasMembers(node, place.beside ?? [])) {
      found.push(...membersOf(node, place.member));
    }
    ts.forEachChild(node, visit);
  };
  visit(file);
  return found;
}

function hasMembers({ properties }: ts.ObjectLiteralExpression, names: readonly string[]): boolean {
  return names.every((name) => properties.some((member) => member.name?.getText() === name));
}

function membersOf({ properties }: ts.ObjectLiteralExpression, name: string): readonly ts.Expression[] {
  return properties.flatMap((member) => {
    if (member.name?.getText() !== name) return [];
    if (ts.isPropertyAssignment(member)) return [member.initializer];
    return ts.isShorthandPropertyAssignment(member) ? [member.name] : [];
  });
}

function follow(expression: ts.Expression, search: Search): void {
  if (ts.isStringLiteralLike(expression)) search.codes.add(expression.text);
  else if (expression.kind === ts.SyntaxKind.NullKeyword) return;
  else if (ts.isAsExpression(expression) || ts.isParenthesizedExpression(expression))
    follow(expression.expression, search);
  else if (ts.isConditionalExpression(expression)) {
    follow(expression.whenTrue, search);
    follow(expression.whenFalse, search);
  } else if (
    ts.isBinaryExpression(expression) &&
    expression.operatorToken.kind === ts.SyntaxKind.QuestionQuestionToken
  ) {
    follow(expression.left, search);
    follow(expression.right, search);
  } else if (ts.isElementAccessExpression(expression)) followTable(expression.expression, search);
  else if (ts.isIdentifier(expression)) followName(expression, search);
  else note(expression, search);
}

/** Every value of a constant object is taken, because any of its names may be asked for. */
function followTable(table: ts.Expression, search: Search): void {
  const value = ts.isIdentifier(table) ? constantOf(table, search.file)?.initializer : undefined;
  if (!value || !ts.isObjectLiteralExpression(value)) {
    note(table, search);
    return;
  }
  for (const member of value.properties)
    if (ts.isPropertyAssignment(member)) follow(member.initializer, search);
}

function followName(name: ts.Identifier, search: Search): void {
  const value = constantOf(name, search.file)?.initializer;
  const place = value ? null : placeOfParameter(name, search.file);
  if (value) follow(value, search);
  else if (place) search.add(place);
  else note(name, search);
}

/** Returns where callers give the parameter of this name; null when no function around it has one. */
function placeOfParameter(name: ts.Identifier, file: ts.SourceFile): CodePlace | null {
  for (let node: ts.Node = name.parent; node; node = node.parent) {
    if (!ts.isFunctionDeclaration(node)) continue;
    const call = node.name?.text ?? '';
    const isExported = node.modifiers?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword) ?? false;
    const path = isExported ? {} : { path: file.fileName };
    for (const [argument, { name: parameter }] of node.parameters.entries()) {
      if (ts.isIdentifier(parameter) && parameter.text === name.text) return { call, argument, ...path };
      if (ts.isObjectBindingPattern(parameter) && hasElement(parameter, name.text))
        return { call, argument, member: name.text, ...path };
    }
  }
  return null;
}

function hasElement({ elements }: ts.ObjectBindingPattern, name: string): boolean {
  return elements.some((element) => element.name.getText() === name);
}

function constantOf(name: ts.Identifier, file: ts.SourceFile): ts.VariableDeclaration | undefined {
  for (const statement of file.statements)
    if (ts.isVariableStatement(statement)) {
      const found = statement.declarationList.declarations.find(
        (one) => one.name.getText(file) === name.text,
      );
      if (found) return found;
    }
  return undefined;
}

function note(expression: ts.Expression, { file, unresolved }: Search): void {
  unresolved.add(`${file.fileName}: ${expression.getText(file)}`);
}
