/**
 * MCP server of Runwright: AI assistants run tasks and workflows, and control pages, through the engine.
 *
 * @packageDocumentation
 */
export type { McpCaller } from './caller.ts';
export { type McpEndpoint, mcpEndpoint } from './endpoint.ts';
export { createMcpServer, type McpServerOptions } from './server.ts';
export { serveMcpStdio } from './stdio.ts';
