/** Stores a workflow and runs it every night at 02:30 in Berlin. Needs a running service. */
import { createClient } from '@runwright/client';

const { RUNWRIGHT_URL: url = 'http://127.0.0.1:8000', RUNWRIGHT_API_KEY: apiKey = '' } = process.env;
const { SITE_URL: site = 'http://127.0.0.1:8001' } = process.env;
const client = createClient({ url, apiKey });

const workflow = await client.workflows.create({
  yaml_definition: `
title: Nightly catalog
workflow_definition:
  parameters:
    - { key: site, parameter_type: workflow, workflow_parameter_type: string }
  blocks:
    - { label: catalog, block_type: http_request, url: "{{ site }}/catalog" }
`,
});
const schedule = await client.schedules.create(workflow.workflow_permanent_id, {
  cron: '30 2 * * *',
  timezone: 'Europe/Berlin',
  parameters: { site },
});
const paused = await client.schedules.update(schedule.schedule_id, { enabled: false });
console.log(schedule.cron, schedule.timezone, schedule.enabled, paused.enabled);
