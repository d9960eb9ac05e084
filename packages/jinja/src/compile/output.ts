import { toText } from '../print/text.ts';
import type { Data, Expression, Output as OutputNode } from '../syntax/node.ts';
import type { Source, SourcePosition } from '../syntax/source.ts';
import { escapeHtml } from '../value/markup.ts';
import type { Native } from '../value/native-function.ts';
import { Undefined } from '../value/undefined.ts';
import { isConstant } from './constant.ts';
import { compileExpression } from './expression.ts';
import type { Evaluate, Execute, Frame, Output } from './frame.ts';
import type { Scope } from './scope.ts';

/** Text and `{{ … }}`. */
export function compileOutput(node: OutputNode, scope: Scope): Execute {
  if (!scope.traits.droppable) return compileParts(node, scope);
  if (scope.unit.extends === 'surely') return () => 0;
  const parts = compileParts(node, scope);
  return (frame, out) => (frame.root.extended === null ? parts(frame, out) : 0);
}

/** A value to print; itself the place where printing it can fail. */
class Printed implements SourcePosition {
  declare readonly source: Source;
  declare readonly offset: number;
  declare readonly value: Evaluate;

  constructor(source: Source, offset: number, value: Evaluate) {
    this.source = source;
    this.offset = offset;
    this.value = value;
  }
}

function compileParts(node: OutputNode, scope: Scope): Execute {
  const parts = node.parts.map((part) => compilePart(part, scope));
  const [only] = parts;
  if (parts.length === 1 && typeof only === 'string')
    return (_frame, out) => {
      out.write(only);
      return 0;
    };
  return (frame, out) => {
    for (const part of parts) {
      if (typeof part === 'string') out.write(part);
      else print(part, frame, out);
    }
    return 0;
  };
}

function compilePart(part: Data | Expression, scope: Scope): string | Printed {
  const { unit } = scope;
  if (part.kind !== 'data') {
    const value = compileExpression(part, isConstant(part) ? scope.constant() : scope);
    return new Printed(unit.source, part.at, finalized(value, unit.facilities.finalize));
  }
  unit.nodes += 1;
  return part.text;
}

/** An undefined value stays one, so that printing it fails or not as everywhere. */
function finalized(value: Evaluate, finalize: Native | null): Evaluate {
  if (finalize === null) return value;
  return (frame) => {
    const result = value(frame);
    return result instanceof Undefined ? result : finalize.implementation(frame.rt, [result], new Map());
  };
}

function print(printed: Printed, frame: Frame, out: Output): void {
  const result = printed.value(frame);
  const { rt } = frame;
  rt.site = printed;
  if (rt.autoescape) out.write(escapeHtml(result, rt).value);
  else out.write(typeof result === 'string' ? result : toText(result, rt));
}
