/** An engine with programs and a browser that a bundler can take in; `docs/embed.md` tells what stays outside of the bundle. */

import { agentBlocks } from '@runwright/agent';
import { createEngine, egressPolicy } from '@runwright/core';
import { playwrightDriver } from '@runwright/driver-playwright';
import { demoSite } from '@runwright/testing';

const site = await demoSite();
const chromium = process.env.RUNWRIGHT_CHROMIUM;
const engine = await createEngine({
  blocks: agentBlocks(),
  drivers: {
    browser: playwrightDriver({
      stateFolder: new URL('./browsers', import.meta.url).pathname,
      ...(chromium ? { executablePath: chromium } : {}),
    }),
    egress: egressPolicy({ allowedHosts: [new URL(site.url).host] }),
  },
});
await engine.start();
const { organizationId } = await engine.organizations.first();
const { workflowPermanentId } = await engine.workflows.create(
  organizationId,
  `
workflow_definition:
  blocks:
    - { label: open, block_type: goto_url, url: "${site.url}/catalog", next_block_label: sum }
    - { label: sum, block_type: code, code: "return { total: 2 + 3 }" }
`,
);
const { runId } = await engine.runs.start({ workflow_id: workflowPermanentId }, { organizationId });
const run = await engine.runs.finished(organizationId, runId);
console.log(run.status, run.failureReason ?? '', JSON.stringify(run.output));
await engine.close();
await site.close();
