import type { Runtime } from '../runtime.ts';
import type { Value } from '../value/value.ts';
import type { Context } from './context.ts';
import type { CompiledTemplate } from './template-parts.ts';

/** The variables of one activation while it runs. A place that holds undefined is a variable without value. */
export class Frame {
  readonly rt: Runtime;
  readonly context: Context;
  readonly vars: (Value | undefined)[];
  /** The template that this one extends, once it has said so. */
  extended: CompiledTemplate | null = null;
  /** The activation this one was defined in; the outermost one is its own. */
  readonly up: Frame;

  constructor(rt: Runtime, context: Context, size: number, up?: Frame) {
    this.rt = rt;
    this.context = context;
    this.vars = new Array(size);
    this.up = up ?? this;
  }
}

/** A compiled expression. */
export type Evaluate = (frame: Frame) => Value;

/** How a statement ended: 0 go on, 1 leave the loop, 2 begin its next round. */
export type Flow = 0 | 1 | 2;

/** A compiled statement. */
export type Execute = (frame: Frame, out: Output) => Flow;

/** Text being produced. */
export class Output {
  text = '';
  /** Set once the template extends another: what it prints outside blocks is dropped. */
  muted = false;
  readonly #rt: Runtime;

  constructor(rt: Runtime) {
    this.#rt = rt;
  }

  write(text: string): void {
    if (this.muted) return;
    this.text += text;
    this.#rt.meter.output(this.text.length, text.length);
  }
}
