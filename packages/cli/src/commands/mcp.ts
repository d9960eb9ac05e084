import { apiKeyScopes, RunwrightError } from '@runwright/contract';
import { compose } from '../compose.ts';
import { startDemo } from '../demo.ts';
import { readEnvironment } from '../environment.ts';
import { hasModel } from '../environment-models.ts';
import { loadMcp } from '../load-mcp.ts';
import { createResourceStack } from '../resources.ts';
import { version } from '../version.ts';

/**
 * Executes `runwright mcp`: serves one MCP client over standard input and output, for the first organization, until the
 * client closes the input. What people read goes to standard error.
 */
export async function mcp(options: { readonly demo?: true; readonly temporary?: true }): Promise<void> {
  const { serveMcpStdio } = await loadMcp();
  const resources = createResourceStack();
  const stopped = new AbortController();
  const stop = () => stopped.abort();
  process.once('SIGINT', stop).once('SIGTERM', stop);
  try {
    const environment = readEnvironment();
    const demo = options.demo ? resources.use(await startDemo({ scripted: !hasModel(environment) })) : null;
    const { engine } = await compose(environment, {
      worker: true,
      temporary: options.temporary === true,
      allowedHosts: demo ? [demo.site.host] : [],
      ...(demo?.model ? { model: demo.model, modelLabels: demo.modelLabels } : {}),
      ...(demo ? { secrets: [demo.secrets] } : {}),
    }).catch((error: unknown) => {
      throw isHeld(error) ? heldFolder(error) : error;
    });
    resources.use(engine);
    await engine.start();
    const { organizationId } = await engine.organizations.first();
    if (demo)
      console.error(
        `Demo site  ${demo.site.url}  (user \`${demo.account.username}\`, password \`${demo.account.password}\`)`,
      );
    const caller = { organizationId, apiKeyId: null, scopes: apiKeyScopes };
    await serveMcpStdio({ engine, version, caller }, { signal: stopped.signal });
  } finally {
    await resources.close();
  }
}

function isHeld(error: unknown): error is RunwrightError {
  return RunwrightError.is(error) && error.code === 'conflict';
}

/** The folder is most often held by a service, which has MCP itself. */
function heldFolder({ message, code }: RunwrightError): RunwrightError {
  return new RunwrightError(
    code,
    `${message} When it is \`runwright start\`, use its address with \`/mcp\` instead; or start this command with \`--temporary\`, which keeps nothing.`,
  );
}
