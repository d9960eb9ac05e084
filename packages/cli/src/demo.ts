import { readFile } from 'node:fs/promises';
import type { LanguageModel, Run, SecretSource, Workflow } from '@runwright/contract';
import { type Engine, memorySecrets } from '@runwright/core';
import { demoCredentials, demoScript, demoSite, demoWorkflowFile, scriptedEndpoint } from '@runwright/demo';
import type { DemoOptions } from '@runwright/http-adapter';
import { openaiModel } from '@runwright/model-openai';
import { createResourceStack } from './resources.ts';

/** Demo site and, when no model is configured, a scripted model for it. */
export interface Demo extends AsyncDisposable {
  readonly site: { readonly url: string; readonly host: string };
  /** The account of the site. */
  readonly account: DemoOptions['account'];
  /** Null when a real model is configured. */
  readonly model: LanguageModel | null;
  /** Says of that model, by its name, what it is. */
  readonly modelLabels: Readonly<Record<string, string>>;
  /** Holds the demo user's password, as `demo_password`. */
  readonly secrets: SecretSource;
  /** Path of the demo workflow. */
  readonly workflowFile: string;
  /** Starts the demo workflow on the demo site. */
  run(engine: Engine, organizationId: string): Promise<Run>;
}

/** Name of the model of the demo. */
const scripted = 'scripted';

/** Returns what the service tells about the demo. */
export function demoOptions({ site, model, account }: Pick<Demo, 'site' | 'model' | 'account'>): DemoOptions {
  return { siteUrl: site.url, hasScriptedModel: model !== null, account };
}

/** Returns the port of the demo site: the one after that of the service, or any when the service takes any. */
export function demoPort(servicePort: number): number {
  return servicePort === 0 ? 0 : servicePort + 1;
}

/**
 * Starts the demo site on loopback, and with `scripted` a model endpoint that answers from a script. The site listens on
 * `port` when that is free, so that a run which is taken up after a restart finds it again; else on any.
 */
export async function startDemo(options: {
  readonly scripted: boolean;
  readonly port?: number;
}): Promise<Demo> {
  const resources = createResourceStack();
  const site = resources.use(await demoSite({ port: options.port ?? 0 }).catch(() => demoSite()));
  const endpoint = options.scripted
    ? resources.use(await scriptedEndpoint({ script: demoScript, keepRequests: false }))
    : null;
  return {
    site: { url: site.url, host: new URL(site.url).host },
    account: demoCredentials,
    model: endpoint && openaiModel({ apiKey: endpoint.apiKey, baseUrl: endpoint.url, model: scripted }),
    modelLabels: {
      [scripted]: 'Stand-in of the demo: answers from a script, for the demo site only; no model is asked',
    },
    secrets: memorySecrets({ demo_password: demoCredentials.password }),
    workflowFile: demoWorkflowFile,
    async run(engine, organizationId) {
      const workflow = await demoWorkflow(engine, organizationId);
      return await engine.runs.start(
        { workflow_id: workflow.workflowPermanentId, parameters: { site: site.url } },
        { organizationId, triggerType: 'manual' },
      );
    },
    [Symbol.asyncDispose]: () => resources.close(),
  };
}

/** The workflow that an earlier start has stored, unless somebody has changed it since; else a new one. */
async function demoWorkflow(engine: Engine, organizationId: string): Promise<Workflow> {
  const source = await readFile(demoWorkflowFile, 'utf8');
  const title = engine.workflows.parse(source).title ?? '';
  const { items } = await engine.workflows.list(organizationId, { title });
  const stored = items.find(({ version, draft }) => version === 1 && draft.title === title);
  return stored ?? (await engine.workflows.create(organizationId, source));
}
