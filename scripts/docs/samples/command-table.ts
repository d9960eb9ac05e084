import { readFileSync } from 'node:fs';
import ts from 'typescript';

/** A command or sub-command of `runwright`. */
export interface TableCommand {
  readonly commands: Map<string, TableCommand>;
  /** Its options by each of their names, such as `-p` and `--param`, and whether they take a value. */
  readonly options: Map<string, boolean>;
  /** Its arguments as they are declared: `<file>` or `[type]`. */
  readonly arguments: string[];
}

/** Reads the commands of `runwright` from the statements that declare them, `.command(…).argument(…).option(…)`. */
export function commandTable(path: string): TableCommand {
  const source = ts.createSourceFile(path, readFileSync(path, 'utf8'), ts.ScriptTarget.Latest, true);
  const variables = new Map<string, ts.Expression>();
  const tables = new Map<string, TableCommand>();
  const visit = (node: ts.Expression): TableCommand | null => {
    if (ts.isNewExpression(node)) return newCommand();
    if (ts.isIdentifier(node)) return tables.get(node.text) ?? null;
    if (!ts.isCallExpression(node) || !ts.isPropertyAccessExpression(node.expression)) return null;
    const table = visit(node.expression.expression);
    return (
      table &&
      addCall(
        table,
        node.expression.name.text,
        node.arguments.flatMap((one) => valuesOf(one, variables)),
      )
    );
  };
  for (const statement of source.statements) {
    if (ts.isExpressionStatement(statement)) visit(statement.expression);
    if (!ts.isVariableStatement(statement)) continue;
    for (const { name, initializer } of statement.declarationList.declarations) {
      if (!initializer) continue;
      variables.set(name.getText(), initializer);
      const table = visit(initializer);
      if (table) tables.set(name.getText(), table);
    }
  }
  const program = tables.get('program');
  if (!program || program.commands.size === 0)
    throw new Error(`Cannot read the commands of ${path}: it declares no \`program\`. Correct commandTable.`);
  return program;
}

function newCommand(): TableCommand {
  return {
    commands: new Map(),
    options: new Map([
      ['-h', false],
      ['--help', false],
    ]),
    arguments: [],
  };
}

function addCall(table: TableCommand, call: string, [first = '']: readonly string[]): TableCommand {
  if (call === 'command') {
    const command = newCommand();
    table.commands.set(first, command);
    return command;
  }
  if (call === 'argument') table.arguments.push(first);
  if (call === 'version') for (const flag of ['-V', '--version']) table.options.set(flag, false);
  if (call === 'option' || call === 'requiredOption')
    for (const flag of first.split(/,\s*/)) table.options.set(flag.split(' ')[0] ?? '', / <|\[/.test(first));
  return table;
}

function valuesOf(node: ts.Expression, variables: ReadonlyMap<string, ts.Expression>): readonly string[] {
  if (ts.isStringLiteralLike(node)) return [node.text];
  if (ts.isAsExpression(node)) return valuesOf(node.expression, variables);
  if (ts.isArrayLiteralExpression(node)) return node.elements.flatMap((one) => valuesOf(one, variables));
  if (ts.isSpreadElement(node)) return valuesOf(node.expression, variables);
  const named = ts.isIdentifier(node) ? variables.get(node.text) : undefined;
  return named ? valuesOf(named, variables) : [node.getText()];
}

/** Returns what is wrong with the words after `runwright`, null when the command accepts them. */
export function wrongArguments(program: TableCommand, words: readonly string[]): string | null {
  let table = program;
  let name = 'runwright';
  const positional: string[] = [];
  for (let index = 0; index < words.length; index += 1) {
    const word = words[index] ?? '';
    if (word.startsWith('-') && word.length > 1) {
      const [flag = '', value] = word.split('=', 2);
      const takesValue = table.options.get(flag) ?? program.options.get(flag);
      if (takesValue === undefined) return `\`${name}\` has no option \`${flag}\``;
      if (takesValue && value === undefined) index += 1;
      if (takesValue && index >= words.length) return `\`${flag}\` of \`${name}\` needs a value`;
      continue;
    }
    const command = positional.length === 0 ? table.commands.get(word) : undefined;
    if (command) {
      table = command;
      name += ` ${word}`;
    } else positional.push(word);
  }
  if (table.commands.size > 0)
    return words.some((word) => /^(?:-V|--version|-h|--help)$/.test(word))
      ? null
      : `\`${name}\` has no command \`${positional[0] ?? ''}\``;
  const needed = table.arguments.filter((one) => one.startsWith('<')).length;
  if (positional.length < needed) return `\`${name}\` needs ${table.arguments.join(' ')}`;
  if (positional.length > table.arguments.length)
    return `\`${name}\` takes no argument \`${positional[table.arguments.length] ?? ''}\``;
  return null;
}
