import type { ReadResourceResult, Resource, ResourceTemplate } from '@modelcontextprotocol/sdk/types.js';
import { RunwrightError } from '@runwright/contract';
import type { Engine } from '@runwright/core';
import {
  hideFromReaders,
  runRecordArtifactTypes,
  toRunRecord,
  toTimelineItems,
  toWorkflowRecord,
} from '@runwright/core/records';
import type { McpCaller } from './caller.ts';
import { untrustedNotice } from './untrusted-text.ts';
import { runUri, runUriPrefix, workflowUri, workflowUriPrefix } from './uris.ts';

const mimeType = 'application/json';
const mostListed = 50;

/** Templates of the resources. */
export const resourceTemplates: readonly ResourceTemplate[] = [
  {
    uriTemplate: `${runUriPrefix}{run_id}`,
    name: 'run',
    title: 'Run',
    description: 'A run: its record and its timeline, oldest entry first.',
    mimeType,
  },
  {
    uriTemplate: `${workflowUriPrefix}{workflow_id}`,
    name: 'workflow',
    title: 'Workflow',
    description: 'The latest version of a workflow with its definition.',
    mimeType,
  },
];

/** Lists the latest runs and workflows of an organization. */
export async function listResources(engine: Engine, { organizationId }: McpCaller): Promise<Resource[]> {
  const [runs, workflows] = await Promise.all([
    engine.runs.list(organizationId, { pageSize: mostListed }),
    engine.workflows.list(organizationId, { pageSize: mostListed }),
  ]);
  return [
    ...runs.items.map(({ runId, title, status }) => ({
      uri: runUri(runId),
      name: runId,
      title: title ?? runId,
      description: `Run, ${status}`,
      mimeType,
    })),
    ...workflows.items.map(({ workflowPermanentId, title, version }) => ({
      uri: workflowUri(workflowPermanentId),
      name: workflowPermanentId,
      title,
      description: `Workflow, version ${version}`,
      mimeType,
    })),
  ];
}

/** Reads a run with its timeline, or a workflow. Throws `not_found` for any other URI. */
export async function readResource(
  engine: Engine,
  { organizationId, scopes }: McpCaller,
  uri: string,
): Promise<ReadResourceResult> {
  const shown = (value: object) => (scopes.includes('run') ? value : hideFromReaders(value));
  if (uri.startsWith(runUriPrefix)) {
    return content(uri, shown(await readRun(engine, organizationId, uri.slice(runUriPrefix.length))));
  }
  if (uri.startsWith(workflowUriPrefix)) {
    const workflow = await engine.workflows.get(organizationId, uri.slice(workflowUriPrefix.length));
    return content(uri, shown({ workflow: toWorkflowRecord(workflow) }));
  }
  throw new RunwrightError(
    'not_found',
    `There is no resource \`${uri}\`. Use ${runUriPrefix}{run_id} or ${workflowUriPrefix}{workflow_id}.`,
  );
}

async function readRun(engine: Engine, organizationId: string, runId: string): Promise<object> {
  const run = await engine.runs.get(organizationId, runId);
  const [artifacts, files, events] = await Promise.all([
    engine.runs.artifacts(organizationId, run, { types: runRecordArtifactTypes }),
    engine.files.ofRun(organizationId, runId),
    engine.runs.timeline(organizationId, runId),
  ]);
  return {
    notice: untrustedNotice,
    run: toRunRecord({ run, artifacts, files, links: engine.links }),
    timeline: toTimelineItems(run, events, { order: 'asc' }),
  };
}

function content(uri: string, value: object): ReadResourceResult {
  return { contents: [{ uri, mimeType, text: JSON.stringify(value, null, 2) }] };
}
