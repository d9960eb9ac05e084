import type { Arguments, CompareOperator, Expression, Statement } from './node.ts';

// The nodes that large templates have many of come from constructors. V8 counts how many objects of each literal in a
// program outlive a collection; when most do, as while one large template is parsed, it allocates them in the old
// generation from then on, and parsing takes twice as long for good. It counts nothing for constructors. Kinds with the same
// fields share a class. `declare` keeps the fields from being set twice.

export class Valued<K extends string, V> {
  declare readonly kind: K;
  declare readonly value: V;
  declare readonly at: number;

  constructor(kind: K, value: V, at: number) {
    this.kind = kind;
    this.value = value;
    this.at = at;
  }
}

export class Named<K extends string> {
  declare readonly kind: K;
  declare readonly name: string;
  declare readonly at: number;

  constructor(kind: K, name: string, at: number) {
    this.kind = kind;
    this.name = name;
    this.at = at;
  }
}

export class Parts<K extends string, T> {
  declare readonly kind: K;
  declare readonly parts: readonly T[];
  declare readonly at: number;

  constructor(kind: K, parts: readonly T[], at: number) {
    this.kind = kind;
    this.parts = parts;
    this.at = at;
  }
}

export class Text {
  readonly kind = 'data';
  declare readonly text: string;
  declare readonly at: number;

  constructor(text: string, at: number) {
    this.text = text;
    this.at = at;
  }
}

export class Signed<O extends string> {
  readonly kind = 'unary';
  declare readonly operator: O;
  declare readonly operand: Expression;
  declare readonly at: number;

  constructor(operator: O, operand: Expression, at: number) {
    this.operator = operator;
    this.operand = operand;
    this.at = at;
  }
}

export class Sides<K extends string, O extends string> {
  declare readonly kind: K;
  declare readonly operator: O;
  declare readonly left: Expression;
  declare readonly right: Expression;
  declare readonly at: number;

  constructor(kind: K, operator: O, left: Expression, right: Expression, at: number) {
    this.kind = kind;
    this.operator = operator;
    this.left = left;
    this.right = right;
    this.at = at;
  }
}

export class Link {
  declare readonly operator: CompareOperator;
  declare readonly value: Expression;

  constructor(operator: CompareOperator, value: Expression) {
    this.operator = operator;
    this.value = value;
  }
}

export class Property {
  readonly kind = 'member';
  declare readonly object: Expression;
  declare readonly name: string;
  declare readonly at: number;

  constructor(object: Expression, name: string, at: number) {
    this.object = object;
    this.name = name;
    this.at = at;
  }
}

export class Given {
  declare readonly positional: readonly Expression[];
  declare readonly named: Arguments['named'];
  declare readonly spread: Expression | null;
  declare readonly spreadNamed: Expression | null;

  constructor(
    positional: readonly Expression[],
    named: Arguments['named'],
    spread: Expression | null,
    spreadNamed: Expression | null,
  ) {
    this.positional = positional;
    this.named = named;
    this.spread = spread;
    this.spreadNamed = spreadNamed;
  }
}

export class Applied<K extends string, I> {
  declare readonly kind: K;
  declare readonly name: string;
  declare readonly input: I;
  declare readonly args: Arguments;
  declare readonly at: number;

  constructor(kind: K, name: string, input: I, args: Arguments, at: number) {
    this.kind = kind;
    this.name = name;
    this.input = input;
    this.args = args;
    this.at = at;
  }
}

export class Branch {
  declare readonly test: Expression;
  declare readonly body: readonly Statement[];

  constructor(test: Expression, body: readonly Statement[]) {
    this.test = test;
    this.body = body;
  }
}
