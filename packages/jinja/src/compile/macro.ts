import type { CallBlock, Macro, Parameter } from '../syntax/node.ts';
import { parameterNodes } from '../syntax/node-children.ts';
import { declareTargets, readNames } from './analyze.ts';
import type { CompileBody } from './body.ts';
import { compileExpression } from './expression.ts';
import { type Evaluate, Frame, Output } from './frame.ts';
import { MacroFunction, type MacroShape } from './macro-function.ts';
import type { Scope } from './scope.ts';

/** Code that makes the function of a macro or of the body of a call block, in the frame it is defined in. */
export function compileMacro(node: Macro | CallBlock, outer: Scope, compileBody: CompileBody): Evaluate {
  const shape = shapeOf(node);
  requireCallerDefault(node, shape, outer);
  const scope = outer.callable(false);
  for (const child of parameterNodes(node.parameters)) {
    if (child.kind === 'name-target') declareTargets(child, scope.symbols);
    else scope.analyze([child]);
  }
  scope.analyze(node.body);
  const names = [...shape.parameters, ...specialNames(shape)];
  const places = names.map((name) => scope.symbols.declare(name).index);
  const fillDefaults = compileDefaults(node.parameters, scope);
  const enter = scope.enter();
  const { unit } = scope;
  const before = unit.nodes;
  const body = compileBody(node.body, scope);
  const cost = unit.nodes - before + 1;
  // Each call pays for the body, so whoever defines the macro does not.
  unit.nodes = before;
  const { activation } = scope.symbols;
  return (definedIn) =>
    new MacroFunction(
      shape,
      (args, rt) => {
        rt.meter.spend(cost);
        const frame = new Frame(rt, definedIn.context, activation.size, definedIn);
        enter(frame);
        places.forEach((place, index) => {
          frame.vars[place] = args[index];
        });
        fillDefaults(frame);
        const out = new Output(rt);
        body(frame, out);
        return out.text;
      },
      definedIn.rt.autoescape,
    );
}

function shapeOf(node: Macro | CallBlock): MacroShape {
  const parameters = node.parameters.map(({ name }) => name);
  const read = readNames(node.body, ['caller', 'kwargs', 'varargs']);
  return {
    name: node.kind === 'macro' ? node.name : null,
    parameters,
    usesCaller: read.has('caller'),
    usesKwargs: read.has('kwargs') && !parameters.includes('kwargs'),
    usesVarargs: read.has('varargs') && !parameters.includes('varargs'),
    declaresCaller: parameters.includes('caller'),
  };
}

function specialNames({ usesCaller, declaresCaller, usesKwargs, usesVarargs }: MacroShape): string[] {
  return [
    ...(usesCaller && !declaresCaller ? ['caller'] : []),
    ...(usesKwargs ? ['kwargs'] : []),
    ...(usesVarargs ? ['varargs'] : []),
  ];
}

function requireCallerDefault(node: Macro | CallBlock, shape: MacroShape, scope: Scope): void {
  const caller = node.parameters.find(({ name }) => name === 'caller');
  if (!shape.usesCaller || caller === undefined || caller.defaultValue !== null) return;
  const message =
    'When defining macros or call blocks the special "caller" argument must be omitted or be given a default.';
  throw scope.unit.source.error(message, node.at);
}

function compileDefaults(parameters: readonly Parameter[], scope: Scope): (frame: Frame) => void {
  const fill = parameters.map(({ name, defaultValue }) => {
    const { index } = scope.symbols.find(name) ?? scope.symbols.declare(name);
    const value: Evaluate =
      defaultValue === null
        ? (frame) => frame.rt.undefined(`parameter '${name}' was not provided`)
        : compileExpression(defaultValue, scope);
    return { index, value };
  });
  return (frame) => {
    for (const { index, value } of fill)
      if (frame.vars[index] === undefined) frame.vars[index] = value(frame);
  };
}
