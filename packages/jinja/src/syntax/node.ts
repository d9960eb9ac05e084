/** The syntax tree. Every node carries `at`, its offset in the source; trees are plain data and never change. */
export interface TemplateNode {
  readonly kind: 'template';
  readonly body: readonly Statement[];
  readonly at: number;
}

/** Any node of the syntax tree. */
export type Node = TemplateNode | Statement | Expression | Data | Target | Slice;

// Expressions

/** A node that has a value. */
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
/** A number with a point or an exponent: `1.5`, `1e3`. */
export interface FloatLiteral {
  readonly kind: 'float';
  readonly value: number;
  readonly at: number;
}
/** A variable that is read: `user`. */
export interface Name {
  readonly kind: 'name';
  readonly name: string;
  readonly at: number;
}
/** `(a, b)`, or `a, b` without parentheses. */
export interface TupleNode {
  readonly kind: 'tuple';
  readonly items: readonly Expression[];
  readonly at: number;
}
/** `[a, b]`. */
export interface ListNode {
  readonly kind: 'list';
  readonly items: readonly Expression[];
  readonly at: number;
}
/** `{"key": value}`. */
export interface DictNode {
  readonly kind: 'dict';
  readonly entries: readonly { readonly key: Expression; readonly value: Expression }[];
  readonly at: number;
}
/** `not a`, `-a`, `+a`. */
export interface Unary {
  readonly kind: 'unary';
  readonly operator: 'not' | '-' | '+';
  readonly operand: Expression;
  readonly at: number;
}
/** Operators of {@link Binary}. */
export type BinaryOperator = '+' | '-' | '*' | '/' | '//' | '%' | '**';
/** Arithmetic and `~`: `a + b`. */
export interface Binary {
  readonly kind: 'binary';
  readonly operator: BinaryOperator;
  readonly left: Expression;
  readonly right: Expression;
  readonly at: number;
}
/** `a and b`, `a or b`: answers one of the two values. */
export interface Logical {
  readonly kind: 'logical';
  readonly operator: 'and' | 'or';
  readonly left: Expression;
  readonly right: Expression;
  readonly at: number;
}
/** Operators of a comparison; they chain as in Python: `1 < a <= 3`. */
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
/** `a if condition else b`; without `else` it is undefined when the condition does not hold. */
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
/** `a[start:stop:step]`. */
export interface Slice {
  readonly kind: 'slice';
  readonly start: Expression | null;
  readonly stop: Expression | null;
  readonly step: Expression | null;
  readonly at: number;
}
/** Arguments in the parentheses of a call, filter or test. */
export interface Arguments {
  readonly positional: readonly Expression[];
  readonly named: readonly { readonly name: string; readonly value: Expression }[];
  /** `*value` */
  readonly spread: Expression | null;
  /** `**value` */
  readonly spreadNamed: Expression | null;
}
/** `f(a, key=b, *rest, **more)`. */
export interface Call {
  readonly kind: 'call';
  readonly callee: Expression;
  readonly args: Arguments;
  readonly at: number;
}
/** `value | name(arguments)`. */
export interface FilterNode {
  readonly kind: 'filter';
  readonly name: string;
  /** null: the text of the block that the filter stands on (`{% filter %}`, `{% set x | f %}`). */
  readonly input: Expression | null;
  readonly args: Arguments;
  readonly at: number;
}
/** `value is name(arguments)`; `is not` is the same under `not`. */
export interface TestNode {
  readonly kind: 'test';
  readonly name: string;
  readonly input: Expression;
  readonly args: Arguments;
  readonly at: number;
}

// Targets of assignments

/** Target of a `set`, `for` or `with`. */
export type Target = NameTarget | TupleTarget | NamespaceTarget;
/** One name that is assigned to. */
export interface NameTarget {
  readonly kind: 'name-target';
  readonly name: string;
  readonly at: number;
}
/** Several names that a sequence is spread over: `for key, value in …`. */
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

/** A node that prints or acts. */
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

/** Text outside of all tags. */
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
/** `{% if %} … {% elif %} … {% else %} … {% endif %}`. */
export interface If {
  readonly kind: 'if';
  readonly branches: readonly { readonly test: Expression; readonly body: readonly Statement[] }[];
  readonly otherwise: readonly Statement[];
  readonly at: number;
}
/** `{% for target in iterable if condition recursive %} … {% else %} … {% endfor %}`. */
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
/** `{% set target = value %}`. */
export interface SetStatement {
  readonly kind: 'set';
  readonly target: Target;
  readonly value: Expression;
  readonly at: number;
}
/** `{% set name | filter %} … {% endset %}`. */
export interface SetBlock {
  readonly kind: 'set-block';
  readonly target: Target;
  readonly filter: FilterNode | null;
  readonly body: readonly Statement[];
  readonly at: number;
}
/** `{% with name = value %} … {% endwith %}`. */
export interface With {
  readonly kind: 'with';
  readonly bindings: readonly { readonly target: Target; readonly value: Expression }[];
  readonly body: readonly Statement[];
  readonly at: number;
}
/** A parameter of a macro, with its default. */
export interface Parameter {
  readonly name: string;
  readonly defaultValue: Expression | null;
  readonly at: number;
}
/** `{% macro name(parameters) %} … {% endmacro %}`. */
export interface Macro {
  readonly kind: 'macro';
  readonly name: string;
  readonly parameters: readonly Parameter[];
  readonly body: readonly Statement[];
  readonly at: number;
}
/** `{% call(parameters) macro() %} … {% endcall %}`. */
export interface CallBlock {
  readonly kind: 'call-block';
  readonly call: Call;
  readonly parameters: readonly Parameter[];
  readonly body: readonly Statement[];
  readonly at: number;
}
/** `{% filter name %} … {% endfilter %}`. */
export interface FilterBlock {
  readonly kind: 'filter-block';
  readonly filter: FilterNode;
  readonly body: readonly Statement[];
  readonly at: number;
}
/** `{% autoescape value %} … {% endautoescape %}`. */
export interface Autoescape {
  readonly kind: 'autoescape';
  readonly value: Expression;
  readonly body: readonly Statement[];
  readonly at: number;
}
/** `{% block name %} … {% endblock %}`. */
export interface Block {
  readonly kind: 'block';
  readonly name: string;
  readonly scoped: boolean;
  readonly required: boolean;
  readonly body: readonly Statement[];
  readonly at: number;
}
/** `{% extends template %}`. */
export interface Extends {
  readonly kind: 'extends';
  readonly template: Expression;
  readonly at: number;
}
/** `{% include template %}`. */
export interface Include {
  readonly kind: 'include';
  readonly template: Expression;
  readonly ignoreMissing: boolean;
  readonly withContext: boolean;
  readonly at: number;
}
/** `{% import template as name %}`. */
export interface Import {
  readonly kind: 'import';
  readonly template: Expression;
  readonly target: string;
  readonly withContext: boolean;
  readonly at: number;
}
/** `{% from template import name as alias %}`. */
export interface FromImport {
  readonly kind: 'from-import';
  readonly template: Expression;
  readonly names: readonly { readonly name: string; readonly alias: string }[];
  readonly withContext: boolean;
  readonly at: number;
}
/** `{% do expression %}`: evaluated, not printed. */
export interface Do {
  readonly kind: 'do';
  readonly value: Expression;
  readonly at: number;
}
/** `{% break %}` and `{% continue %}`. */
export interface LoopControl {
  readonly kind: 'break' | 'continue';
  readonly at: number;
}
