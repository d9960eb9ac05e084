import type { Runtime } from '../runtime.ts';
import type { Value } from '../value/value.ts';
import type { Context } from './context.ts';
import type { CompiledTemplate } from './template-parts.ts';

/** The variables of one activation while it runs. A place that holds undefined is a variable without value. */
export class Frame {
  readonly rt: Runtime;
  readonly context: Context;
  readonly vars: (Value | undefined)[];
  /** The template that this one extends, once it has said so; kept in the outermost frame. */
  extended: CompiledTemplate | null = null;
  /** The outermost frame of the template or block. */
  readonly root: Frame;
  /** The activation this one was defined in; the outermost one is its own. */
  readonly up: Frame;

  constructor(rt: Runtime, context: Context, size: number, up?: Frame) {
    this.rt = rt;
    this.context = context;
    this.vars = new Array(size);
    this.up = up ?? this;
    this.root = up?.root ?? this;
  }
}

/** A compiled expression. */
export type Evaluate = (frame: Frame) => Value;

/** Completion of a statement: 0 go on, 1 leave the loop, 2 begin its next round. */
export type Flow = 0 | 1 | 2;

/** A compiled statement. */
export type Execute = (frame: Frame, out: Output) => Flow;

/** Text being produced. */
export class Output {
  text = '';
  readonly #rt: Runtime;

  constructor(rt: Runtime) {
    this.#rt = rt;
  }

  write(text: string): void {
    this.text += text;
    this.#rt.meter.output(this.text.length, text.length);
  }
}
