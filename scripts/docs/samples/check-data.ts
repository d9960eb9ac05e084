import { CORE_SCHEMA, load } from 'js-yaml';
import { type Workspace, wrongCommand } from './check-commands.ts';
import type { Sample } from './sample.ts';
import type { SampleService } from './sample-service.ts';

/** Returns what is wrong with a sample of YAML or JSON, null for nothing. */
export async function wrongData(
  sample: Sample,
  workspace: Workspace,
  service: SampleService,
): Promise<string | null> {
  const { language, text, notes } = sample;
  let data: unknown;
  try {
    data = language === 'json' ? JSON.parse(text) : load(text, { schema: CORE_SCHEMA });
  } catch (error) {
    return `it does not parse: ${error instanceof Error ? error.message.split('\n')[0] : String(error)}`;
  }
  const request = notes.get('request');
  if (request !== undefined) {
    const [method = '', path = ''] = request.split(/\s+/);
    return await service.check({ method, path: path.replace(/\{(\w+)\}/g, '$1_1'), body: data });
  }
  if (!isObject(data)) return 'it is neither a workflow nor a request nor a configuration';
  if (isObject(data.workflow_definition)) return wrongWorkflow(text, service);
  if (isObject(data.mcpServers)) return await wrongMcpServers(sample, data.mcpServers, workspace, service);
  if (!notes.has('run by') && !notes.has('file'))
    return 'nothing tells what it is. Write `<!-- request: POST /v1/run/tasks -->` before it, with its request, or name the test that reads it: `<!-- run by: path -->`';
  return null;
}

function wrongWorkflow(text: string, { engine }: SampleService): string | null {
  const { problems, warnings } = engine.validate(text);
  const [first] = [...problems, ...warnings];
  return first ? `the engine refuses the workflow: ${JSON.stringify(first)}` : null;
}

async function wrongMcpServers(
  { page, line }: Sample,
  servers: Readonly<Record<string, unknown>>,
  workspace: Workspace,
  service: SampleService,
): Promise<string | null> {
  for (const server of Object.values(servers)) {
    if (!isObject(server)) return 'a server of `mcpServers` is no object';
    const problem =
      typeof server.url === 'string'
        ? service.checkRoute('POST', new URL(server.url).pathname)
        : await wrongCommand(
            {
              page,
              line,
              words: [String(server.command), ...(Array.isArray(server.args) ? server.args.map(String) : [])],
              settings: isObject(server.env) ? Object.keys(server.env) : [],
            },
            workspace,
            service,
          );
    if (problem !== null) return problem;
  }
  return null;
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
