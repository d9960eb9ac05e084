import type {
  AnyBlock,
  BlockContext,
  BlockNode,
  BranchChoice,
  Clock,
  Json,
  JsonSchema,
  MailMessage,
  Problem,
  TSchema,
} from '@runwright/contract';
import type { ChildRequest } from '../accept/child-request.ts';
import type { Path } from '../problem.ts';
import { asNode } from '../schema/node-schema.ts';
import { type Check, compileSchema } from '../schema/schema.ts';
import { type SchemaNode, schemaNode } from '../schema/schema-node.ts';
import type { TemplateScope } from '../template/scope.ts';

/** What built-in blocks may have beside the members of every block. */
interface BuiltIn {
  /** Mistakes that a schema cannot tell, with paths from the node; called when the node fits its schema. */
  check?(node: Node): readonly Problem[];
  /** Templates that the block renders itself, with paths from the node; its schema says that nobody else renders them. */
  templates?(node: Node): readonly WrittenTemplate[];
  /** The node with generated members filled in, before it is stored. */
  complete?(node: Node): Node;
  /** The block's `timeout_seconds` when its node names none. Default: no limit. */
  readonly timeoutSeconds?: number;
}

/** A template as it is written, and where. */
export interface WrittenTemplate {
  readonly path: Path;
  readonly source: string;
}

type Node = { readonly [member: string]: unknown };

interface Described extends BuiltIn {
  readonly type: string;
  readonly config: TSchema;
  readonly output: TSchema;
  readonly onWorkerLost?: AnyBlock['onWorkerLost'];
}

/** A block that only waits; the walker makes it a stored timer, so that the wait outlives the process. */
export interface TimerBlock extends Described {
  // biome-ignore lint/suspicious/noExplicitAny: the config was validated against the block's own schema
  timer(config: any): { readonly delayMs: number; readonly output: Json };
}

/** What a choosing block sees beside its context: it renders its own expressions, one after the other. */
export interface ChoiceContext extends BlockContext {
  readonly scope: TemplateScope;
  /** Undefined names are errors. */
  readonly strict: boolean;
}

/** Where a choosing block sends the walk. */
export interface Choice {
  readonly output: Json;
  readonly choice: BranchChoice;
  /** Label that is next; null when the chosen branch names none. */
  readonly nextLabel: string | null;
}

/** A block that decides where the walk goes on. */
export interface ChoiceBlock extends Described {
  // biome-ignore lint/suspicious/noExplicitAny: the config was validated against the block's own schema
  choose(config: any, context: ChoiceContext): Promise<Choice>;
}

/** What a block that carries out a program of users has beside its context. */
export interface ProgramContext extends ChoiceContext {
  readonly clock: Clock;
  /** Takes the run's secrets out of data. */
  mask<T>(value: T): T;
  /** Bytes of memory that the program may use. */
  readonly memoryBytes: number;
}

/** A block that carries out a program of users over the values of its run. */
export interface ProgramBlock extends Described {
  // biome-ignore lint/suspicious/noExplicitAny: the config was validated against the block's own schema
  program(config: any, context: ProgramContext): Promise<Json>;
}

/** What a pausing block may tell the people that it asks. */
export interface Asked {
  readonly label: string;
  readonly runId: string;
  readonly workflowTitle: string;
  /** Address of the run in the web page; null when there is none. */
  readonly link: string | null;
}

/** A block that asks people and waits for their answer, at most until its own deadline. */
export interface PauseBlock extends Described {
  readonly timeoutSeconds: number;
  /** The mail that asks. */
  // biome-ignore lint/suspicious/noExplicitAny: the config was validated against the block's own schema
  pause(config: any, asked: Asked): MailMessage;
}

/** What a block that runs another workflow may know of its own run. */
export interface ParentView {
  readonly label: string;
  readonly browserSessionId: string | null;
}

/** A block that runs another workflow. */
export interface ChildBlock extends Described {
  // biome-ignore lint/suspicious/noExplicitAny: the config was validated against the block's own schema
  child(config: any, parent: ParentView): ChildRequest;
}

/** What a loop sees, to find its items or to judge its condition. */
export type LoopContext = ChoiceContext;

/** Where the iterations of a loop come from. */
export type LoopSource =
  /** One iteration for each item; asked once for each attempt. */
  | {
      readonly type: 'values';
      // biome-ignore lint/suspicious/noExplicitAny: the config was validated against the block's own schema
      values(config: any, context: LoopContext): Promise<readonly Json[]>;
    }
  /** Another iteration as long as it holds; asked before each, with its index in scope. */
  | {
      readonly type: 'condition';
      // biome-ignore lint/suspicious/noExplicitAny: the config was validated against the block's own schema
      holds(config: any, context: LoopContext): Promise<boolean>;
    };

/** A block that carries out its `loop_blocks` again and again. The walker does it, so that each child has its own rows. */
export interface LoopBlock extends Described {
  readonly loop: LoopSource;
}

/**
 * A block as the engine takes it: one that works (every block of `defineBlock`), waits, chooses, carries out a program,
 * asks people, runs another workflow, or repeats other blocks.
 */
export type CoreBlock =
  | (AnyBlock & BuiltIn)
  | TimerBlock
  | ChoiceBlock
  | ProgramBlock
  | PauseBlock
  | ChildBlock
  | LoopBlock;

/** How the walker carries a block out. */
export type Behavior =
  | { readonly kind: 'work'; readonly run: AnyBlock['run'] }
  | { readonly kind: 'timer'; readonly timer: TimerBlock['timer'] }
  | { readonly kind: 'choice'; readonly choose: ChoiceBlock['choose'] }
  | { readonly kind: 'program'; readonly program: ProgramBlock['program'] }
  | { readonly kind: 'pause'; readonly pause: PauseBlock['pause'] }
  | { readonly kind: 'child'; readonly child: ChildBlock['child'] }
  | { readonly kind: 'loop'; readonly source: LoopSource };

/** A block type that definitions may use. */
export type RegisteredBlock = Behavior &
  BuiltIn & {
    readonly type: string;
    /** Schema of the block's own members. */
    readonly config: SchemaNode;
    readonly output: SchemaNode;
    /** Schema of a whole node as users write it. */
    readonly node: JsonSchema;
    readonly onWorkerLost: NonNullable<AnyBlock['onWorkerLost']>;
    /** Checks a node as written, its templates in place. */
    readonly checkNode: Check<BlockNode>;
    /** Checks the rendered members that `run` gets. */
    readonly checkConfig: Check<unknown>;
  };

/** The block types of an engine. */
export interface Registry {
  /** In the order in which they were given. */
  readonly types: readonly string[];
  get(type: string): RegisteredBlock | undefined;
}

/** Makes the registry; a block of a type that was there before takes its place. */
export function createRegistry(blocks: readonly CoreBlock[]): Registry {
  const byType = new Map(blocks.map((block) => [block.type, register(block)]));
  return { types: [...byType.keys()], get: (type) => byType.get(type) };
}

function register(block: CoreBlock): RegisteredBlock {
  const config = schemaNode(block.config);
  const node = asNode(block.type, config);
  return {
    ...behaviorOf(block),
    type: block.type,
    config,
    output: schemaNode(block.output),
    node: node.shown,
    onWorkerLost: block.onWorkerLost ?? 'guard',
    checkNode: compileSchema(node.written) as Check<BlockNode>,
    checkConfig: compileSchema(config),
    ...(block.timeoutSeconds === undefined ? {} : { timeoutSeconds: block.timeoutSeconds }),
    ...(block.check ? { check: (given: Node) => block.check?.(given) ?? [] } : {}),
    ...(block.templates ? { templates: (given: Node) => block.templates?.(given) ?? [] } : {}),
    ...(block.complete ? { complete: (given: Node) => block.complete?.(given) ?? given } : {}),
  };
}

function behaviorOf(block: CoreBlock): Behavior {
  if ('timer' in block) return { kind: 'timer', timer: (config) => block.timer(config) };
  if ('pause' in block) return { kind: 'pause', pause: (config, asked) => block.pause(config, asked) };
  if ('child' in block) return { kind: 'child', child: (config, parent) => block.child(config, parent) };
  if ('loop' in block) return { kind: 'loop', source: block.loop };
  if ('program' in block)
    return { kind: 'program', program: (config, context) => block.program(config, context) };
  if ('choose' in block)
    return { kind: 'choice', choose: (config, context) => block.choose(config, context) };
  return { kind: 'work', run: (config, context) => block.run(config, context) };
}
