import { toText } from '../print/text.ts';
import type { Data, Expression, Output as OutputNode } from '../syntax/node.ts';
import { escapeHtml } from '../value/markup.ts';
import { sequence } from './body.ts';
import { isConstant } from './constant.ts';
import { compileExpression } from './expression.ts';
import type { Execute } from './frame.ts';
import type { Scope } from './scope.ts';

/** Text and `{{ … }}`. */
export function compileOutput(node: OutputNode, scope: Scope): Execute {
  if (!scope.traits.droppable) return compileParts(node, scope);
  if (scope.unit.extends === 'surely') return () => 0;
  const parts = compileParts(node, scope);
  return (frame, out) => (frame.root.extended === null ? parts(frame, out) : 0);
}

function compileParts({ parts }: OutputNode, scope: Scope): Execute {
  const [first] = parts;
  if (parts.length === 1 && first !== undefined) return compilePart(first, scope);
  return sequence(parts.map((part) => compilePart(part, scope)));
}

function compilePart(part: Data | Expression, scope: Scope): Execute {
  if (part.kind !== 'data') return compileValue(part, scope);
  scope.unit.nodes += 1;
  return compileText(part.text);
}

function compileText(text: string): Execute {
  return (_frame, out) => {
    out.write(text);
    return 0;
  };
}

function compileValue(node: Expression, scope: Scope): Execute {
  const value = compileExpression(node, isConstant(node) ? scope.constant() : scope);
  const site = scope.site(node.at);
  return (frame, out) => {
    const result = value(frame);
    const { rt } = frame;
    rt.site = site;
    if (rt.autoescape) out.write(escapeHtml(result, rt).value);
    else out.write(typeof result === 'string' ? result : toText(result, rt));
    return 0;
  };
}
