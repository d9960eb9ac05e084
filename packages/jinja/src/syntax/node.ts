/** The syntax tree. Every node carries `at`, its offset in the source; trees are plain data and never change. */
export interface TemplateNode {
  readonly kind: 'template';
  readonly body: readonly Statement[];
  readonly at: number;
}

export type Node = TemplateNode | Statement | Expression | Data | Target | Slice;

// Expressions

export type Expression =
  | Literal
  | FloatLiteral
  | Name
  | TupleNode
  | ListNode
  | DictNode
  | Unary
  | Binary
  | Logical
  | Compare
  | Concat
  | Conditional
  | Member
  | Item
  | Call
  | FilterNode
  | TestNode;

/** A text, whole number, boolean or none. */
export interface Literal {
  readonly kind: 'literal';
  readonly value: null | boolean | string | number | bigint;
  readonly at: number;
}
export interface FloatLiteral {
  readonly kind: 'float';
  readonly value: number;
  readonly at: number;
}
export interface Name {
  readonly kind: 'name';
  readonly name: string;
  readonly at: number;
}
export interface TupleNode {
  readonly kind: 'tuple';
  readonly items: readonly Expression[];
  readonly at: number;
}
export interface ListNode {
  readonly kind: 'list';
  readonly items: readonly Expression[];
  readonly at: number;
}
export interface DictNode {
  readonly kind: 'dict';
  readonly entries: readonly { readonly key: Expression; readonly value: Expression }[];
  readonly at: number;
}
export interface Unary {
  readonly kind: 'unary';
  readonly operator: 'not' | '-' | '+';
  readonly operand: Expression;
  readonly at: number;
}
export type BinaryOperator = '+' | '-' | '*' | '/' | '//' | '%' | '**';
export interface Binary {
  readonly kind: 'binary';
  readonly operator: BinaryOperator;
  readonly left: Expression;
  readonly right: Expression;
  readonly at: number;
}
export interface Logical {
  readonly kind: 'logical';
  readonly operator: 'and' | 'or';
  readonly left: Expression;
  readonly right: Expression;
  readonly at: number;
}
export type CompareOperator = '==' | '!=' | '<' | '<=' | '>' | '>=' | 'in' | 'not in';
/** `first op value op value …`, each link evaluated once, as in Python. */
export interface Compare {
  readonly kind: 'compare';
  readonly first: Expression;
  readonly rest: readonly { readonly operator: CompareOperator; readonly value: Expression }[];
  readonly at: number;
}
/** `a ~ b ~ c`. */
export interface Concat {
  readonly kind: 'concat';
  readonly parts: readonly Expression[];
  readonly at: number;
}
export interface Conditional {
  readonly kind: 'conditional';
  readonly test: Expression;
  readonly value: Expression;
  /** null: undefined when the test fails. */
  readonly otherwise: Expression | null;
  readonly at: number;
}
/** `object.name`. */
export interface Member {
  readonly kind: 'member';
  readonly object: Expression;
  readonly name: string;
  readonly at: number;
}
/** `object[key]`, and `object.0`. */
export interface Item {
  readonly kind: 'item';
  readonly object: Expression;
  readonly key: Expression | Slice;
  readonly at: number;
}
export interface Slice {
  readonly kind: 'slice';
  readonly start: Expression | null;
  readonly stop: Expression | null;
  readonly step: Expression | null;
  readonly at: number;
}
export interface Arguments {
  readonly positional: readonly Expression[];
  readonly named: readonly { readonly name: string; readonly value: Expression }[];
  /** `*value` */
  readonly spread: Expression | null;
  /** `**value` */
  readonly spreadNamed: Expression | null;
}
export interface Call {
  readonly kind: 'call';
  readonly callee: Expression;
  readonly args: Arguments;
  readonly at: number;
}
export interface FilterNode {
  readonly kind: 'filter';
  readonly name: string;
  /** null: the text of the block that the filter stands on (`{% filter %}`, `{% set x | f %}`). */
  readonly input: Expression | null;
  readonly args: Arguments;
  readonly at: number;
}
export interface TestNode {
  readonly kind: 'test';
  readonly name: string;
  readonly input: Expression;
  readonly args: Arguments;
  readonly at: number;
}

// Targets of assignments

export type Target = NameTarget | TupleTarget | NamespaceTarget;
export interface NameTarget {
  readonly kind: 'name-target';
  readonly name: string;
  readonly at: number;
}
export interface TupleTarget {
  readonly kind: 'tuple-target';
  readonly items: readonly Target[];
  readonly at: number;
}
/** `{% set ns.name = … %}`. */
export interface NamespaceTarget {
  readonly kind: 'namespace-target';
  readonly name: string;
  readonly member: string;
  readonly at: number;
}

// Statements

export type Statement =
  | Output
  | If
  | For
  | SetStatement
  | SetBlock
  | With
  | Macro
  | CallBlock
  | FilterBlock
  | Autoescape
  | Block
  | Extends
  | Include
  | Import
  | FromImport
  | Do
  | LoopControl;

export interface Data {
  readonly kind: 'data';
  readonly text: string;
  readonly at: number;
}
/** Text and `{{ … }}` up to the next statement. */
export interface Output {
  readonly kind: 'output';
  readonly parts: readonly (Data | Expression)[];
  readonly at: number;
}
export interface If {
  readonly kind: 'if';
  readonly branches: readonly { readonly test: Expression; readonly body: readonly Statement[] }[];
  readonly otherwise: readonly Statement[];
  readonly at: number;
}
export interface For {
  readonly kind: 'for';
  readonly target: Target;
  readonly iterable: Expression;
  readonly test: Expression | null;
  readonly recursive: boolean;
  readonly body: readonly Statement[];
  readonly otherwise: readonly Statement[];
  readonly at: number;
}
export interface SetStatement {
  readonly kind: 'set';
  readonly target: Target;
  readonly value: Expression;
  readonly at: number;
}
export interface SetBlock {
  readonly kind: 'set-block';
  readonly target: Target;
  readonly filter: FilterNode | null;
  readonly body: readonly Statement[];
  readonly at: number;
}
export interface With {
  readonly kind: 'with';
  readonly bindings: readonly { readonly target: Target; readonly value: Expression }[];
  readonly body: readonly Statement[];
  readonly at: number;
}
export interface Parameter {
  readonly name: string;
  readonly defaultValue: Expression | null;
  readonly at: number;
}
export interface Macro {
  readonly kind: 'macro';
  readonly name: string;
  readonly parameters: readonly Parameter[];
  readonly body: readonly Statement[];
  readonly at: number;
}
export interface CallBlock {
  readonly kind: 'call-block';
  readonly call: Call;
  readonly parameters: readonly Parameter[];
  readonly body: readonly Statement[];
  readonly at: number;
}
export interface FilterBlock {
  readonly kind: 'filter-block';
  readonly filter: FilterNode;
  readonly body: readonly Statement[];
  readonly at: number;
}
export interface Autoescape {
  readonly kind: 'autoescape';
  readonly value: Expression;
  readonly body: readonly Statement[];
  readonly at: number;
}
export interface Block {
  readonly kind: 'block';
  readonly name: string;
  readonly scoped: boolean;
  readonly required: boolean;
  readonly body: readonly Statement[];
  readonly at: number;
}
export interface Extends {
  readonly kind: 'extends';
  readonly template: Expression;
  readonly at: number;
}
export interface Include {
  readonly kind: 'include';
  readonly template: Expression;
  readonly ignoreMissing: boolean;
  readonly withContext: boolean;
  readonly at: number;
}
export interface Import {
  readonly kind: 'import';
  readonly template: Expression;
  readonly target: string;
  readonly withContext: boolean;
  readonly at: number;
}
export interface FromImport {
  readonly kind: 'from-import';
  readonly template: Expression;
  readonly names: readonly { readonly name: string; readonly alias: string }[];
  readonly withContext: boolean;
  readonly at: number;
}
export interface Do {
  readonly kind: 'do';
  readonly value: Expression;
  readonly at: number;
}
export interface LoopControl {
  readonly kind: 'break' | 'continue';
  readonly at: number;
}
