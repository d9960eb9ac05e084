import { loadOptionalPackage, RunwrightError } from '@runwright/contract';

type Mcp = typeof import('@runwright/mcp');

/** Loads the MCP server. Throws `failed_precondition`, with what to install, when its package is missing. */
export function loadMcp(): Promise<Mcp> {
  return loadOptionalPackage('@runwright/mcp', 'serve MCP', () => import('@runwright/mcp'));
}

/** Loads the MCP server; null when its package is not installed. */
export async function loadInstalledMcp(): Promise<Mcp | null> {
  return loadMcp().catch((error: unknown) => {
    if (RunwrightError.is(error) && error.code === 'failed_precondition') return null;
    throw error;
  });
}
