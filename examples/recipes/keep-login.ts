/** Signs in once, keeps the login in a profile, and starts later runs with it. Needs a running service. */
import { createClient } from '@runwright/client';

const { RUNWRIGHT_URL: url = 'http://127.0.0.1:8000', RUNWRIGHT_API_KEY: apiKey = '' } = process.env;
const { SITE_URL: site = 'http://127.0.0.1:8001' } = process.env;
const client = createClient({ url, apiKey });

const { credential_id } = await client.credentials.create({
  name: 'Portal',
  credential_type: 'password',
  credential: { username: 'demo', password: process.env.SITE_PASSWORD ?? '' },
});
const { browser_session_id } = await client.browserSessions.create({ timeout: 10 });
const login = await client.runs.login({
  ...{ credential_type: 'service', credential_id, browser_session_id, url: `${site}/login` },
});
console.log('sign in:', (await login.finished()).status);
await client.browserSessions.close(browser_session_id);

// The client has no call for profiles, so this is a plain request.
const created = await fetch(`${url}/v1/browser_profiles`, {
  method: 'POST',
  headers: { 'x-api-key': apiKey, 'content-type': 'application/json' },
  body: JSON.stringify({ name: 'Portal, signed in', browser_session_id }),
});
const { browser_profile_id } = (await created.json()) as { browser_profile_id: string };

const workflow = await client.workflows.create({
  json_definition: {
    title: 'Read without a sign-in',
    workflow_definition: {
      parameters: [],
      blocks: [
        {
          ...{ block_type: 'code', label: 'read' },
          code: `await page.goto('${site}/orders'); return { title: await page.title(), url: await page.url() };`,
        },
      ],
    },
  },
});
const run = await client.runs.start({ workflow_id: workflow.workflow_permanent_id, browser_profile_id });
const { status, output } = await run.finished();
console.log('with the profile:', status, JSON.stringify(output));
