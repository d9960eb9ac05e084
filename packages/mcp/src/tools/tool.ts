import type { CallToolResult, ToolAnnotations } from '@modelcontextprotocol/sdk/types.js';
import { type ApiKeyScope, RunwrightError, type Static, type TSchema } from '@runwright/contract';
import { compileSchema, type Engine } from '@runwright/core';
import type { McpCaller } from '../caller.ts';
import type { PageWorkflows } from '../page-workflows.ts';

/** What a tool may use. */
export interface ToolContext {
  readonly engine: Engine;
  readonly caller: McpCaller;
  readonly workflows: PageWorkflows;
  /** Aborted when the client has canceled the call or is gone. */
  readonly signal: AbortSignal;
  /** Tells the client how far the call is, when it has asked for that; `progress` grows. */
  report(progress: number, message: string): Promise<void>;
}

/** A tool of the server. */
export interface Tool {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly input: TSchema;
  readonly annotations: ToolAnnotations;
  /** Scope that the caller needs. */
  readonly scope: ApiKeyScope;
  /** Throws `invalid_input` for arguments that do not fit `input`. */
  call(given: unknown, context: ToolContext): Promise<CallToolResult>;
}

/** A tool whose arguments are typed by its schema. */
export interface ToolDefinition<S extends TSchema> extends Omit<Tool, 'input' | 'call'> {
  readonly input: S;
  call(input: Static<S>, context: ToolContext): Promise<CallToolResult>;
}

/** Creates a tool that checks its arguments first. */
export function defineTool<const S extends TSchema>(definition: ToolDefinition<S>): Tool {
  const check = compileSchema(definition.input);
  return {
    ...definition,
    async call(given, context) {
      const checked = check(given ?? {});
      if (checked.ok) return definition.call(checked.value, context);
      throw new RunwrightError('invalid_input', `The arguments of \`${definition.name}\` do not fit.`, {
        details: { problems: checked.problems },
      });
    },
  };
}
