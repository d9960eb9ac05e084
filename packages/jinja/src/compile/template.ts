import type { Block, Statement, TemplateNode } from '../syntax/node.ts';
import { innerStatements } from '../syntax/node-children.ts';
import { readNames } from './analyze.ts';
import { blockReference, TemplateReference } from './block-reference.ts';
import type { BlockCode, Context } from './context.ts';
import { withErrorLocation } from './error-location.ts';
import { Frame, type Output } from './frame.ts';
import { Scope } from './scope.ts';
import { compileBody } from './statement.ts';
import { CompiledTemplate } from './template-parts.ts';
import type { Unit } from './unit.ts';

/** Turns a tree into a template. Throws a syntax error for what the grammar allows and the language does not. */
export function compileTemplate(node: TemplateNode, unit: Unit): CompiledTemplate {
  const blocks = unit.mentions.block ? compileBlocks(node, unit) : noBlocks;
  const scope = Scope.template(unit, unit.mentions.extends && containsExtends(node.body));
  const run = compileRoot(node.body, scope);
  return new CompiledTemplate(unit.source, blocks, (context, out) => run(context, out, null));
}

const noBlocks: ReadonlyMap<string, BlockCode> = new Map();

function compileBlocks({ body }: TemplateNode, unit: Unit): ReadonlyMap<string, BlockCode> {
  const blocks = new Map<string, BlockCode>();
  for (const block of blocksIn(body)) {
    if (blocks.has(block.name)) throw unit.source.error(`block '${block.name}' defined twice`, block.at);
    blocks.set(block.name, compileBlock(block, unit));
  }
  return blocks;
}

type RunRoot = (context: Context, out: Output, block: { name: string; depth: number } | null) => void;

function compileRoot(body: readonly Statement[], scope: Scope): RunRoot {
  const { unit, traits } = scope;
  const self = reads(body, 'self', unit) ? scope.symbols.declare('self').index : null;
  const parent = !traits.toplevel && reads(body, 'super', unit) ? scope.symbols.declare('super').index : null;
  scope.analyze(body);
  const enter = scope.enter();
  const before = unit.nodes;
  const execute = compileBody(body, scope);
  const cost = unit.nodes - before + 1;
  const { activation } = scope.symbols;
  return withErrorLocation((context, out, block) => {
    context.rt.meter.spend(cost);
    const frame = new Frame(context.rt, context, activation.size);
    if (self !== null) frame.vars[self] = new TemplateReference(context);
    if (parent !== null && block !== null)
      frame.vars[parent] = blockReference(block.name, context, block.depth + 1);
    const { rt } = context;
    const outside = rt.autoescape;
    // Templates and blocks begin with the environment's choice, whatever `autoescape` they are brought in under.
    rt.autoescape = rt.startsEscaping;
    enter(frame);
    execute(frame, out);
    rt.autoescape = outside;
    if (frame.extended === null) return;
    rt.meter.enter();
    frame.extended.run(context, out);
    rt.meter.leave();
  });
}

// No closure, which would keep the syntax tree as long as the template.
function reads(body: readonly Statement[], name: 'self' | 'super', { mentions }: Unit): boolean {
  return mentions[name] && readNames(body, [name]).has(name);
}

function compileBlock(block: Block, unit: Unit): BlockCode {
  const run = compileRoot(block.body, Scope.block(unit));
  const { name } = block;
  return { run: (context, out, depth) => run(context, out, { name, depth }) };
}

function containsExtends(nodes: readonly Statement[]): boolean {
  return nodes.some((node) => node.kind === 'extends' || containsExtends(innerStatements(node)));
}

function* blocksIn(nodes: readonly Statement[]): Iterable<Block> {
  for (const node of nodes) {
    if (node.kind === 'block') yield node;
    yield* blocksIn(innerStatements(node));
  }
}
