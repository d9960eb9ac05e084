import { runtimeError } from '../error.ts';
import { iterate } from '../operations/iterate.ts';
import { call, callMethod } from '../operations/member.ts';
import { toText } from '../print/text.ts';
import type { Runtime } from '../runtime.ts';
import type { Arguments, Call, Expression, FilterNode, TestNode } from '../syntax/node.ts';
import { Dict } from '../value/dict.ts';
import { textOf } from '../value/markup.ts';
import { invoke, type Native, type NativeTable } from '../value/native-function.ts';
import { failUndefined } from '../value/undefined.ts';
import { type CallArguments, typeName, type Value } from '../value/value.ts';
import type { CompileExpression } from './body.ts';
import type { Evaluate, Frame } from './frame.ts';
import type { Scope } from './scope.ts';

type EvaluateArguments = (frame: Frame) => CallArguments;

const noArguments: CallArguments = { positional: [], named: null };

/** A call. `caller`, when given, is handed to the callee as the argument of that name. */
export function compileCall(
  node: Call,
  scope: Scope,
  compile: CompileExpression,
  caller?: Evaluate,
): Evaluate {
  const plain = compileArguments(node.args, scope, compile);
  const args = caller === undefined ? plain : withCaller(plain, caller);
  const site = scope.site(node.at);
  if (node.callee.kind === 'member') {
    const { name } = node.callee;
    const object = compile(node.callee.object, scope);
    const memberSite = scope.site(node.callee.at);
    return (frame) => {
      const target = object(frame);
      const given = args(frame);
      frame.rt.site = memberSite;
      frame.rt.meter.spend(1);
      return callMethod(target, name, given, frame.rt);
    };
  }
  const callee = compile(node.callee, scope);
  return (frame) => {
    const target = callee(frame);
    const given = args(frame);
    frame.rt.site = site;
    frame.rt.meter.spend(1);
    return call(target, given, frame.rt);
  };
}

/** A filter. `input` stands for the text of a block when the node has no input of its own. */
export function compileFilter(
  node: FilterNode,
  scope: Scope,
  compile: CompileExpression,
  input?: Evaluate,
): Evaluate {
  const value = node.input === null ? input : nestedInput(node.input, scope, compile, input);
  if (value === undefined) throw scope.unit.source.error('a filter needs an input', node.at);
  return compileNative('filter', node.name, node, value, scope.unit.facilities.filters, scope, compile);
}

/** A test. */
export function compileTest(node: TestNode, scope: Scope, compile: CompileExpression): Evaluate {
  return compileNative(
    'test',
    node.name,
    node,
    compile(node.input, scope),
    scope.unit.facilities.tests,
    scope,
    compile,
  );
}

function nestedInput(
  node: Expression,
  scope: Scope,
  compile: CompileExpression,
  input: Evaluate | undefined,
): Evaluate {
  return node.kind === 'filter' && input !== undefined
    ? compileFilter(node, scope, compile, input)
    : compile(node, scope);
}

function compileNative(
  kind: 'filter' | 'test',
  name: string,
  node: FilterNode | TestNode,
  input: Evaluate,
  table: NativeTable,
  scope: Scope,
  compile: CompileExpression,
): Evaluate {
  const args = compileArguments(node.args, scope, compile);
  const site = scope.site(node.at);
  const callee: Native | undefined = table.get(name);
  if (callee === undefined) return unknownNative(`No ${kind} named '${name}'`, input, node.at, scope);
  return (frame) => {
    const value = input(frame);
    const given = args(frame);
    frame.rt.site = site;
    frame.rt.meter.spend(1);
    return invoke(callee, value, given, frame.rt);
  };
}

/** Unknown names fail at once, or, in code that may not run, when it does. */
function unknownNative(message: string, input: Evaluate, at: number, scope: Scope): Evaluate {
  if (!scope.traits.tentative) throw scope.unit.source.error(`${message}.`, at);
  const site = scope.site(at);
  return (frame) => {
    input(frame);
    frame.rt.site = site;
    throw runtimeError(`${message} found.`);
  };
}

function compileArguments(args: Arguments, scope: Scope, compile: CompileExpression): EvaluateArguments {
  if (isEmpty(args)) return () => noArguments;
  const positional = args.positional.map((child) => compile(child, scope));
  const named = args.named.map(({ name, value }) => [name, compile(value, scope)] as const);
  const spread = args.spread === null ? null : compile(args.spread, scope);
  const spreadNamed = args.spreadNamed === null ? null : compile(args.spreadNamed, scope);
  rejectRepeated(args, scope);
  if (named.length === 0 && spread === null && spreadNamed === null) {
    const [only] = positional;
    if (positional.length === 1 && only !== undefined)
      return (frame) => ({ positional: [only(frame)], named: null });
    return (frame) => ({ positional: positional.map((argument) => argument(frame)), named: null });
  }
  return (frame) => {
    const values = positional.map((argument) => argument(frame));
    const keywords = new Map(named.map(([name, value]) => [name, value(frame)]));
    if (spread !== null)
      for (const value of iterate(spread(frame), frame.rt)) addPositional(values, value, frame.rt);
    if (spreadNamed !== null) addNamed(keywords, spreadNamed(frame), frame.rt);
    return { positional: values, named: keywords.size === 0 ? null : keywords };
  };
}

function isEmpty({ positional, named, spread, spreadNamed }: Arguments): boolean {
  return positional.length === 0 && named.length === 0 && spread === null && spreadNamed === null;
}

function rejectRepeated({ named }: Arguments, scope: Scope): void {
  if (named.length < 2) return;
  const seen = new Set<string>();
  for (const { name, value } of named) {
    if (seen.has(name)) throw scope.unit.source.error(`keyword argument repeated: ${name}`, value.at);
    seen.add(name);
  }
}

function addPositional(values: Value[], value: Value, rt: Runtime): void {
  rt.meter.spend(1);
  if (values.length >= 1_000) throw runtimeError('a call takes at most 1000 arguments');
  values.push(value);
}

function addNamed(keywords: Map<string, Value>, source: Value, rt: Runtime): void {
  if (!(source instanceof Dict)) {
    failUndefined(source);
    iterate(source, rt);
    throw runtimeError(`argument after ** must be a mapping, not ${typeName(source)}`);
  }
  for (const [key, value] of source.pairs) {
    rt.meter.spend(1);
    const name = textOf(key);
    if (name === null) throw runtimeError('keywords must be strings');
    if (keywords.has(name))
      throw runtimeError(`got multiple values for keyword argument '${toText(name, rt)}'`);
    keywords.set(name, value);
  }
}

function withCaller(args: EvaluateArguments, caller: Evaluate): EvaluateArguments {
  return (frame) => {
    const { positional, named } = args(frame);
    return { positional, named: new Map([...(named ?? []), ['caller', caller(frame)]]) };
  };
}
