import type { Call, Data, Expression, FromImport, Output, Parameter, Statement, Target } from './node.ts';
import { orLevel, separated, writeExpression, writeFilterChain, writeTuple } from './print-expression.ts';
import { TagWriter } from './print-writer.ts';

/** A piece of a template, in order: text, or the content of a tag. */
export type Piece =
  | { readonly type: 'data'; readonly text: string }
  | { readonly type: 'variable' | 'block'; readonly text: string };

/** The pieces of a template. */
export function templatePieces(body: readonly Statement[]): readonly Piece[] {
  const pieces: Piece[] = [];
  addBody(body, pieces);
  return pieces;
}

function addBody(body: readonly Statement[], pieces: Piece[]): void {
  let wasOutput = false;
  for (const [index, statement] of body.entries()) {
    if (statement.kind !== 'output') {
      addStatement(statement, pieces);
      wasOutput = false;
      continue;
    }
    const next = body[index + 1];
    // Two outputs side by side would be read as one; the statement `print` keeps them apart.
    const isPrint: boolean =
      statement.parts.length === 0 || wasOutput || (next?.kind === 'output' && next.parts.some(isData));
    if (isPrint && !statement.parts.some(isData)) addPrint(statement, pieces);
    else addOutput(statement, pieces);
    wasOutput = !isPrint;
  }
}

function isData(part: Data | Expression): part is Data {
  return part.kind === 'data';
}

function addOutput({ parts }: Output, pieces: Piece[]): void {
  for (const part of parts)
    if (isData(part)) pieces.push({ type: 'data', text: part.text });
    else pieces.push({ type: 'variable', text: tagText((out) => writeTuple(part, out)) });
}

function addPrint({ parts }: Output, pieces: Piece[]): void {
  const expressions = parts.filter((part) => !isData(part));
  addTag(pieces, (out) => {
    out.write('print');
    if (expressions.length > 0) out.write(' ');
    separated(expressions, out, (part) => writeExpression(part, out));
  });
}

function addStatement(statement: Exclude<Statement, Output>, pieces: Piece[]): void {
  switch (statement.kind) {
    case 'if':
      for (const [index, { test, body }] of statement.branches.entries()) {
        addTag(pieces, (out) => {
          out.write(index === 0 ? 'if ' : 'elif ');
          writeTuple(test, out, orLevel);
        });
        addBody(body, pieces);
      }
      addElse(statement.otherwise, pieces);
      addTag(pieces, (out) => out.write('endif'));
      return;
    case 'for':
      addTag(pieces, (out) => {
        out.write('for ');
        writeForTarget(statement.target, out);
        out.write(' in ');
        writeIterable(statement.iterable, out);
        if (statement.test !== null) {
          out.write(' if ');
          writeExpression(statement.test, out);
        }
        if (statement.recursive) out.write(' recursive');
      });
      addBody(statement.body, pieces);
      addElse(statement.otherwise, pieces);
      addTag(pieces, (out) => out.write('endfor'));
      return;
    case 'set':
      addTag(pieces, (out) => {
        out.write('set ');
        writeTarget(statement.target, out);
        out.write(' = ');
        writeTuple(statement.value, out);
      });
      return;
    case 'set-block':
      addBlock('set', statement.body, pieces, (out) => {
        writeTarget(statement.target, out);
        if (statement.filter === null) return;
        out.write(' | ');
        writeFilterChain(statement.filter, out);
      });
      return;
    case 'with':
      addBlock('with', statement.body, pieces, (out) =>
        separated(statement.bindings, out, ({ target, value }) => {
          writeTarget(target, out);
          out.write(' = ');
          writeExpression(value, out);
        }),
      );
      return;
    case 'macro':
      addBlock('macro', statement.body, pieces, (out) => {
        out.write(statement.name);
        writeSignature(statement.parameters, out);
      });
      return;
    case 'call-block':
      addTag(pieces, (out) => writeCallTag(statement.parameters, statement.call, out));
      addBody(statement.body, pieces);
      addTag(pieces, (out) => out.write('endcall'));
      return;
    case 'filter-block':
      addBlock('filter', statement.body, pieces, (out) => writeFilterChain(statement.filter, out));
      return;
    case 'autoescape':
      addBlock('autoescape', statement.body, pieces, (out) => writeExpression(statement.value, out));
      return;
    case 'block':
      addBlock('block', statement.body, pieces, (out) => {
        out.write(statement.name);
        if (statement.scoped) out.write(' scoped');
        if (statement.required) out.write(' required');
      });
      return;
    case 'extends':
      addTag(pieces, (out) => {
        out.write('extends ');
        writeExpression(statement.template, out);
      });
      return;
    case 'include':
      addTag(pieces, (out) => {
        out.write('include ');
        writeExpression(statement.template, out);
        if (statement.ignoreMissing) out.write(' ignore missing');
        if (!statement.withContext) out.write(' without context');
      });
      return;
    case 'import':
      addTag(pieces, (out) => {
        out.write('import ');
        writeExpression(statement.template, out);
        out.write(` as ${statement.target}`);
        if (statement.withContext) out.write(' with context');
      });
      return;
    case 'from-import':
      addTag(pieces, (out) => writeFromImport(statement, out));
      return;
    case 'do':
      addTag(pieces, (out) => {
        out.write('do ');
        writeTuple(statement.value, out);
      });
      return;
    case 'break':
    case 'continue':
      addTag(pieces, (out) => out.write(statement.kind));
      return;
  }
}

function addBlock(
  name: string,
  body: readonly Statement[],
  pieces: Piece[],
  write: (out: TagWriter) => void,
): void {
  const text = tagText(write);
  pieces.push({ type: 'block', text: text === '' ? name : `${name} ${text}` });
  addBody(body, pieces);
  pieces.push({ type: 'block', text: `end${name}` });
}

function addElse(body: readonly Statement[], pieces: Piece[]): void {
  if (body.length === 0) return;
  addTag(pieces, (out) => out.write('else'));
  addBody(body, pieces);
}

function addTag(pieces: Piece[], write: (out: TagWriter) => void): void {
  pieces.push({ type: 'block', text: tagText(write) });
}

function tagText(write: (out: TagWriter) => void): string {
  const out = new TagWriter();
  write(out);
  return out.text;
}

function writeTarget(target: Target, out: TagWriter): void {
  if (target.kind === 'tuple-target' && target.items.length > 1)
    separated(target.items, out, (item) => writeSingleTarget(item, out));
  else writeSingleTarget(target, out);
}

function writeSingleTarget(target: Target, out: TagWriter): void {
  switch (target.kind) {
    case 'name-target':
      out.write(target.name);
      return;
    case 'namespace-target':
      out.write(`${target.name}.${target.member}`);
      return;
    case 'tuple-target':
      out.write('(');
      separated(target.items, out, (item) => writeSingleTarget(item, out));
      out.write(target.items.length === 1 ? ',)' : ')');
      return;
  }
}

/** In a loop the word `in` ends the target, unless it stands in parentheses. */
function writeForTarget(target: Target, out: TagWriter): void {
  const names = target.kind === 'tuple-target' ? target.items : [target];
  const isAmbiguous = names.some((item) => item.kind === 'name-target' && item.name === 'in');
  if (!isAmbiguous) writeTarget(target, out);
  else if (target.kind === 'tuple-target') writeSingleTarget(target, out);
  else out.write('(in)');
}

/** Writes the iterable of a `for`, in parentheses when it begins with the word `recursive`. */
function writeIterable(node: Expression, out: TagWriter): void {
  const text = tagText((probe) => writeExpression(node, probe, orLevel));
  const isAmbiguous = /^recursive(?!\p{ID_Continue})/u.test(text);
  if (isAmbiguous) out.write('(');
  writeExpression(node, out, isAmbiguous ? undefined : orLevel);
  if (isAmbiguous) out.write(')');
}

function writeSignature(parameters: readonly Parameter[], out: TagWriter): void {
  out.write('(');
  separated(parameters, out, ({ name, defaultValue }) => {
    out.write(name);
    if (defaultValue === null) return;
    out.write('=');
    writeExpression(defaultValue, out);
  });
  out.write(')');
}

function writeCallTag(parameters: readonly Parameter[], call: Call, out: TagWriter): void {
  const text = tagText((probe) => writeExpression(call, probe));
  out.write('call');
  // A parenthesis right after `call` begins the parameters.
  if (parameters.length > 0 || text.startsWith('(')) writeSignature(parameters, out);
  out.write(' ');
  out.write(text);
}

function writeFromImport({ template, names, withContext }: FromImport, out: TagWriter): void {
  out.write('from ');
  writeExpression(template, out);
  out.write(' import');
  if (names.length > 0) out.write(' ');
  separated(names, out, ({ name, alias }) => out.write(alias === name ? name : `${name} as ${alias}`));
  if (withContext) out.write(' with context');
  else if (names.length === 0) out.write(' without context');
}
