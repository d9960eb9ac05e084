import type {
  Arguments,
  Binary,
  Call,
  Compare,
  Conditional,
  Expression,
  FilterNode,
  Item,
  Slice,
  TestNode,
  Unary,
} from './node.ts';
import { floatText, literalText } from './print-literal.ts';
import type { TagWriter } from './print-writer.ts';

// How tightly an expression binds; what binds less tightly than its place wants stands in parentheses.
const conditionalLevel = 0;
/** Binds tighter than an inline `if`: the condition of a statement. */
export const orLevel = 1;
const andLevel = 2;
const notLevel = 3;
const compareLevel = 4;
const sumLevel = 5;
const concatLevel = 6;
const productLevel = 7;
const powerLevel = 8;
const filterLevel = 9;
const signLevel = 10;
const postfixLevel = 11;

/** Writes an expression, in parentheses when it binds less tightly than the place wants. */
export function writeExpression(node: Expression, out: TagWriter, least: number = conditionalLevel): void {
  if (levelOf(node) >= least) {
    writeOpen(node, out);
    return;
  }
  out.write('(');
  writeOpen(node, out);
  out.write(')');
}

/** Writes an expression where a tuple needs no parentheses. */
export function writeTuple(node: Expression, out: TagWriter, least: number = conditionalLevel): void {
  if (node.kind === 'tuple' && node.items.length > 1) writeList(node.items, out, least);
  else writeExpression(node, out, least);
}

/** Writes filters that stand on a block: `name(arguments) | name`. */
export function writeFilterChain(node: FilterNode, out: TagWriter): void {
  if (node.input?.kind === 'filter') {
    writeFilterChain(node.input, out);
    out.write('|');
  }
  writeNamed('filter', node, out);
}

function levelOf(node: Expression): number {
  switch (node.kind) {
    case 'conditional':
      return conditionalLevel;
    case 'logical':
      return node.operator === 'or' ? orLevel : andLevel;
    case 'unary':
      if (node.operator !== 'not') return signLevel;
      return node.operand.kind === 'test' ? filterLevel : notLevel;
    case 'compare':
      return compareLevel;
    case 'binary':
      return binaryLevel(node);
    case 'concat':
      return concatLevel;
    case 'filter':
    case 'test':
      return filterLevel;
    case 'call':
      // What a filter or test answers may be called, but `.` and `[` do not follow such a call.
      return levelOf(node.callee) === filterLevel ? filterLevel : postfixLevel;
    default:
      return postfixLevel;
  }
}

function binaryLevel({ operator }: Binary): number {
  if (operator === '+' || operator === '-') return sumLevel;
  return operator === '**' ? powerLevel : productLevel;
}

function writeOpen(node: Expression, out: TagWriter): void {
  switch (node.kind) {
    case 'literal':
      out.write(literalText(node));
      return;
    case 'float':
      out.write(floatText(node));
      return;
    case 'name':
      out.write(node.name);
      return;
    case 'tuple':
      out.write('(');
      writeList(node.items, out);
      out.write(node.items.length === 1 ? ',)' : ')');
      return;
    case 'list':
      out.write('[');
      writeList(node.items, out);
      out.write(']');
      return;
    case 'dict':
      out.write('{');
      separated(node.entries, out, ({ key, value }) => {
        writeExpression(key, out);
        out.write(': ');
        writeExpression(value, out);
      });
      out.write('}');
      return;
    case 'unary':
      writeUnary(node, out);
      return;
    case 'binary':
      writeInfix(node.left, node.operator, node.right, binaryLevel(node), out);
      return;
    case 'logical':
      writeInfix(node.left, node.operator, node.right, levelOf(node), out);
      return;
    case 'compare':
      writeCompare(node, out);
      return;
    case 'concat':
      separated(node.parts, out, (part) => writeExpression(part, out, concatLevel + 1), ' ~ ');
      return;
    case 'conditional':
      writeConditional(node, out);
      return;
    case 'member':
      writeExpression(node.object, out, postfixLevel);
      out.write(`.${node.name}`);
      return;
    case 'item':
      writeItem(node, out);
      return;
    case 'call':
      writeCall(node, out);
      return;
    case 'filter':
      if (node.input !== null) {
        writeExpression(node.input, out, filterLevel);
        out.write('|');
      }
      writeNamed('filter', node, out);
      return;
    case 'test':
      writeTest(node, 'is', out);
      return;
  }
}

function writeUnary({ operator, operand }: Unary, out: TagWriter): void {
  if (operator !== 'not') {
    out.write(operator);
    writeExpression(operand, out, signLevel);
  } else if (operand.kind === 'test') writeTest(operand, 'is not', out);
  else {
    out.write('not ');
    writeExpression(operand, out, notLevel);
  }
}

/** Operators of one level group to the left. */
function writeInfix(left: Expression, sign: string, right: Expression, level: number, out: TagWriter): void {
  writeExpression(left, out, level);
  out.write(` ${sign} `);
  writeExpression(right, out, level + 1);
}

function writeCompare({ first, rest }: Compare, out: TagWriter): void {
  writeExpression(first, out, compareLevel + 1);
  for (const { operator, value } of rest) {
    out.write(` ${operator} `);
    writeExpression(value, out, compareLevel + 1);
  }
}

function writeConditional({ value, test, otherwise }: Conditional, out: TagWriter): void {
  const isChain = value.kind === 'conditional' && value.otherwise === null;
  writeExpression(value, out, isChain ? conditionalLevel : orLevel);
  out.write(' if ');
  writeExpression(test, out, orLevel);
  if (otherwise === null) return;
  out.write(' else ');
  writeExpression(otherwise, out);
}

function writeItem({ object, key }: Item, out: TagWriter): void {
  writeExpression(object, out, postfixLevel);
  out.write('[');
  if (key.kind === 'slice') writeSlice(key, out);
  else writeTuple(key, out);
  out.write(']');
}

function writeSlice({ start, stop, step }: Slice, out: TagWriter): void {
  if (start !== null) writeExpression(start, out);
  out.write(':');
  if (stop !== null) writeExpression(stop, out);
  if (step === null) return;
  out.write(':');
  writeExpression(step, out);
}

function writeCall({ callee, args }: Call, out: TagWriter): void {
  writeExpression(callee, out, levelOf(callee) === filterLevel ? filterLevel : postfixLevel);
  writeArguments(args, out);
}

function writeTest(node: TestNode, word: string, out: TagWriter): void {
  writeExpression(node.input, out, filterLevel);
  out.write(` ${word} `);
  const [only] = node.args.positional;
  // As the operand of a test, and only there, `not` at the beginning is a name.
  if (only !== undefined && leftmostName(only) === 'not') {
    out.write(`${node.name} `);
    writeExpression(only, out);
  } else writeNamed('test', node, out);
}

function leftmostName(node: Expression): string | null {
  switch (node.kind) {
    case 'name':
      return node.name;
    case 'member':
    case 'item':
      return leftmostName(node.object);
    case 'call':
      return leftmostName(node.callee);
    default:
      return null;
  }
}

function writeNamed(kind: 'filter' | 'test', { name, args }: FilterNode | TestNode, out: TagWriter): void {
  const { positional, named, spread, spreadNamed } = args;
  if (positional.length + named.length === 0 && spread === null && spreadNamed === null) {
    out.writeBare(kind, name);
    return;
  }
  out.write(name);
  writeArguments(args, out);
}

function writeArguments({ positional, named, spread, spreadNamed }: Arguments, out: TagWriter): void {
  out.write('(');
  const all = [
    ...positional.map((value) => ({ mark: '', value })),
    ...named.map(({ name, value }) => ({ mark: `${name}=`, value })),
    ...(spread === null ? [] : [{ mark: '*', value: spread }]),
    ...(spreadNamed === null ? [] : [{ mark: '**', value: spreadNamed }]),
  ];
  separated(all, out, ({ mark, value }) => {
    if (mark !== '') out.write(mark);
    writeExpression(value, out);
  });
  out.write(')');
}

function writeList(items: readonly Expression[], out: TagWriter, least: number = conditionalLevel): void {
  separated(items, out, (item) => writeExpression(item, out, least));
}

/** Writes items with commas, or another sign, between them. */
export function separated<T>(
  items: readonly T[],
  out: TagWriter,
  write: (item: T) => void,
  sign: string = ', ',
): void {
  for (const [index, item] of items.entries()) {
    if (index > 0) out.write(sign);
    write(item);
  }
}
