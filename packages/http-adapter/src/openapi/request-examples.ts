import type { JsonNode, JsonObjectNode } from './json-node.ts';

const definition = {
  title: 'Order status',
  workflow_definition: {
    parameters: [
      {
        parameter_type: 'workflow',
        key: 'order_number',
        workflow_parameter_type: 'string',
        description: 'Number on the invoice.',
      },
    ],
    blocks: [
      { block_type: 'goto_url', label: 'open', url: 'https://shop.example/orders/{{ order_number }}' },
      {
        block_type: 'extraction',
        label: 'status',
        data_extraction_goal: 'The status of the order and its total.',
        data_schema: {
          type: 'object',
          properties: { status: { type: 'string' }, total: { type: 'number' } },
        },
      },
    ],
  },
};
const workflow = { json_definition: definition };
const runOfWorkflow = {
  workflow_id: 'wpid_123456789012345678',
  parameters: { order_number: '4711' },
};
const script = { files: [{ path: 'main.js', content: 'return { done: true };', encoding: 'utf-8' }] };
const credential = {
  name: 'Shop',
  credential_type: 'password',
  credential: { username: 'ada@example.com', password: 'correct horse battery staple' },
};
const apiKey = { name: 'Reports', scopes: ['read'] };

/**
 * Example of the JSON body of each operation that has one, by operation id; an agent's is that of the workflow. A test
 * sends them all. The ids in them stand for those of the reader.
 */
const examples: JsonObjectNode = {
  runTask: {
    prompt: 'Find the price of the cheapest blue mug.',
    url: 'https://shop.example/',
    data_extraction_schema: { type: 'object', properties: { price: { type: 'number' } } },
    max_steps: 10,
  },
  runLoginTask: {
    credential_type: 'service',
    credential_id: 'cred_123456789012345678',
    url: 'https://shop.example/login',
  },
  runDownloadTask: {
    navigation_goal: 'Download the invoice of June as PDF.',
    url: 'https://shop.example/invoices',
    download_suffix: 'invoice.pdf',
  },
  runWorkflow: runOfWorkflow,
  resumeRun: { decision: 'approve', comment: 'The amount is right.' },
  retryRunWebhook: { webhook_url: 'https://hooks.example.com/runs' },
  createWorkflow: workflow,
  updateWorkflow: workflow,
  validateWorkflow: workflow,
  importWorkflow: {
    yaml_definition: [
      'title: Order status',
      'workflow_definition:',
      '  blocks:',
      '    - block_type: goto_url',
      '      label: open',
      '      url: https://shop.example/orders',
    ].join('\n'),
  },
  moveWorkflow: { folder_id: 'fld_123456789012345678' },
  createFolder: { title: 'Orders', description: 'What customers ask about.' },
  updateFolder: { title: 'Orders and invoices' },
  createCredential: credential,
  updateCredential: credential,
  pushCode: { totp_identifier: 'ada@example.com', content: 'Your code is 482913.', source: 'mail' },
  createApiKey: apiKey,
  rotateApiKey: { overlap_seconds: 3600 },
  createOrganizationApiKey: apiKey,
  rotateOrganizationApiKey: { overlap_seconds: 3600 },
  createWorkflowSchedule: {
    cron: '0 7 * * 1-5',
    timezone: 'Europe/Berlin',
    name: 'Every working day',
    parameters: { order_number: '4711' },
  },
  updateSchedule: { enabled: false },
  createScript: script,
  deployScript: script,
  createRunLiveToken: { control: true },
  createLiveToken: { control: true },
  createBrowserSession: { timeout: 30, extensions: ['ad-blocker'] },
  createBrowserProfile: { name: 'Shop', description: 'Signed in as Ada.' },
  updateBrowserProfile: { description: 'Signed in as Grace.' },
  createOrganization: { name: 'Example Ltd' },
  updateOrganization: { name: 'Example GmbH' },
};

/** Returns the example of an operation's body; undefined if it has none. */
export function requestExample(operationId: string): JsonNode | undefined {
  return examples[operationId] ?? examples[operationId.replace('Agent', 'Workflow')];
}
