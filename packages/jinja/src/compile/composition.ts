import { runtimeError } from '../error.ts';
import { toArray } from '../operations/iterate.ts';
import type { Block, Expression, Extends, FromImport, Import, Include } from '../syntax/node.ts';
import { List } from '../value/list.ts';
import { textOf } from '../value/markup.ts';
import { Tuple } from '../value/tuple.ts';
import { Undefined } from '../value/undefined.ts';
import { typeName, type Value } from '../value/value.ts';
import { compileExpression } from './expression.ts';
import { type Execute, type Frame, Output } from './frame.ts';
import { ModuleValue } from './module-value.ts';
import type { Scope } from './scope.ts';
import { addBlocks, type CompiledTemplate } from './template-parts.ts';

/** Statements that bring other templates, or other parts of this one, in. */
export function compileComposition(
  node: Block | Extends | Include | Import | FromImport,
  scope: Scope,
): Execute {
  switch (node.kind) {
    case 'block':
      return compileBlockPlace(node, scope);
    case 'extends':
      return compileExtends(node, scope);
    case 'include':
      return compileInclude(node, scope);
    case 'import':
      return compileImport(node, scope);
    case 'from-import':
      return compileFromImport(node, scope);
  }
}

/** Compiles a block: its most derived version is rendered in its place. */
function compileBlockPlace(node: Block, scope: Scope): Execute {
  const { traits, unit } = scope;
  const { name, required: isRequired } = node;
  if (traits.toplevel && unit.extends === 'surely') return () => 0;
  const locals = node.scoped ? scope.locals() : null;
  const site = scope.site(node.at);
  return (frame, out) => {
    if (traits.toplevel && frame.root.extended !== null) return 0;
    const context = locals === null ? frame.context : frame.context.derived(locals(frame));
    const versions = context.blocks.get(name) ?? [];
    const [code] = versions;
    frame.rt.site = site;
    if (isRequired && versions.length <= 1) throw runtimeError(`Required block '${name}' not found`);
    frame.rt.meter.enter();
    code?.run(context, out, 0);
    frame.rt.meter.leave();
    return 0;
  };
}

function compileExtends(node: Extends, scope: Scope): Execute {
  if (!scope.traits.toplevel)
    throw scope.unit.source.error('cannot use extend from a non top-level scope', node.at);
  const find = compileTemplateName(node.template, scope);
  if (scope.unit.extends !== 'surely') scope.unit.extends = scope.traits.rootlevel ? 'surely' : 'perhaps';
  return (frame) => {
    if (frame.root.extended !== null) throw runtimeError('extended multiple times');
    const template = required(find(frame));
    addBlocks(template, frame.context);
    frame.root.extended = template;
    return 0;
  };
}

function compileInclude(node: Include, scope: Scope): Execute {
  const find = compileTemplateName(node.template, scope);
  const locals = scope.locals();
  return (frame, out) => {
    const found = find(frame);
    if (found.template === null && node.ignoreMissing) return 0;
    const template = required(found);
    const { name } = template.source;
    const context = node.withContext
      ? frame.context.forTemplate(name, locals(frame))
      : frame.context.bare(name);
    addBlocks(template, context);
    frame.rt.meter.enter();
    template.run(context, out);
    frame.rt.meter.leave();
    return 0;
  };
}

function compileImport(node: Import, scope: Scope): Execute {
  const load = compileModule(node, scope);
  const write = scope.write(node.target);
  return (frame) => {
    write(frame, load(frame));
    if (scope.traits.toplevel) frame.context.hide(node.target);
    return 0;
  };
}

function compileFromImport(node: FromImport, scope: Scope): Execute {
  const load = compileModule(node, scope);
  const names = node.names.map(({ name, alias }) => ({ name, alias, write: scope.write(alias) }));
  return (frame) => {
    const module = load(frame);
    for (const { name, alias, write } of names) {
      const value = module.attribute(name);
      const message = `the template '${module.name}' does not export the requested name '${name}'`;
      write(frame, value === undefined ? frame.rt.undefined(message) : value);
      if (scope.traits.toplevel) frame.context.hide(alias);
    }
    return 0;
  };
}

function compileModule(node: Import | FromImport, scope: Scope): (frame: Frame) => ModuleValue {
  const find = compileTemplateName(node.template, scope);
  const locals = scope.locals();
  return (frame) => {
    const template = required(find(frame));
    const { name } = template.source;
    const context = node.withContext
      ? frame.context.forTemplate(name, locals(frame))
      : frame.context.bare(name);
    addBlocks(template, context);
    const out = new Output(frame.rt);
    frame.rt.meter.enter();
    template.run(context, out);
    frame.rt.meter.leave();
    return new ModuleValue(name ?? '', context.exports(), out.text);
  };
}

interface Found {
  readonly template: CompiledTemplate | null;
  readonly name: string;
}

/** Code that finds the template an expression names; of a list of names, the first that exists. */
function compileTemplateName(node: Expression, scope: Scope): (frame: Frame) => Found {
  const evaluate = compileExpression(node, scope);
  const site = scope.site(node.at);
  return (frame) => {
    const value = evaluate(frame);
    frame.rt.site = site;
    if (value instanceof Undefined) value.fail();
    const candidates = value instanceof List || value instanceof Tuple ? toArray(value, frame.rt) : [value];
    for (const candidate of candidates) {
      const template = frame.rt.facilities.template(templateName(candidate));
      if (template !== null) return { template, name: '' };
    }
    return { template: null, name: candidates.map((candidate) => templateName(candidate)).join(', ') };
  };
}

function templateName(value: Value): string {
  const name = textOf(value);
  if (name === null) throw runtimeError(`a template is named by a text, not by ${typeName(value)}`);
  return name;
}

function required({ template, name }: Found): CompiledTemplate {
  if (template === null) throw runtimeError(`The loader does not know the template \`${name}\`.`);
  return template;
}
