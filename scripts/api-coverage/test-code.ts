import ts from 'typescript';

/** A test in a source file: its title as it is written, and its code. */
export interface TestCode {
  /** With the placeholders of `it.each` and of template literals. */
  readonly title: string;
  readonly code: string;
}

/** Returns the tests of a source file; those whose titles are not literals are left out. */
export function testsIn(source: string): readonly TestCode[] {
  const file = ts.createSourceFile('test.ts', source, ts.ScriptTarget.Latest);
  const tests: TestCode[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isCallExpression(node) && isTest(node.expression)) {
      const [title] = node.arguments;
      if (title !== undefined && (ts.isStringLiteralLike(title) || ts.isTemplateExpression(title))) {
        tests.push({ title: textOf(title, file), code: node.getText(file) });
        return;
      }
    }
    ts.forEachChild(node, visit);
  };
  visit(file);
  return tests;
}

/** Returns whether an expression is `it`, `test.only`, `it.each(…)` and the like. */
function isTest(expression: ts.Expression): boolean {
  if (ts.isIdentifier(expression)) return expression.text === 'it' || expression.text === 'test';
  if (ts.isPropertyAccessExpression(expression) || ts.isCallExpression(expression)) {
    return isTest(expression.expression);
  }
  return ts.isTaggedTemplateExpression(expression) && isTest(expression.tag);
}

function textOf(title: ts.StringLiteralLike | ts.TemplateExpression, file: ts.SourceFile): string {
  return ts.isStringLiteralLike(title) ? title.text : title.getText(file).slice(1, -1);
}

/** Returns whether a test ran under a title as it is written. */
export function hasTitle({ title }: TestCode, ran: string): boolean {
  const parts = title.split(/%[sdifjoOpc#$]|\$\{[^}]*\}|\$[\w.]+/);
  const pattern = parts.map((part) => part.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')).join('.*');
  return new RegExp(`^${pattern}$`, 's').test(ran);
}
