import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { TextDocument } from 'vscode-languageserver-textdocument';
import { getLanguageService } from 'yaml-language-server';
import { schemaPath, schemaText } from './workflow-schema.ts';

const root = join(import.meta.dirname, '../..');
const shipped = await readFile(join(root, schemaPath), 'utf8');

/** The language server of VS Code's YAML extension; a comment at the head of a file names its schema. */
const service = getLanguageService({
  schemaRequestService: async (uri) => {
    if (uri !== 'file:///project/workflow.schema.json') throw new Error(`asked for ${uri}`);
    return shipped;
  },
  workspaceContext: { resolveRelativePath: (path, resource) => new URL(path, resource).href },
});
service.configure({ validate: true, completion: true, hover: true, schemas: [] });

let documents = 0;
const head = '# yaml-language-server: $schema=./workflow.schema.json\n';

/** Every document has its own address, because the server keeps what it has read. */
function documentOf(text: string): TextDocument {
  documents += 1;
  return TextDocument.create(`file:///project/${documents}.yaml`, 'yaml', 1, head + text);
}

/** What the editor underlines: line of the text, counted from 1, and message. */
async function underlined(text: string): Promise<readonly string[]> {
  const found = await service.doValidation(documentOf(text), false);
  return found.map(({ range, message }) => `${range.start.line}: ${message}`);
}

/** What the editor offers at the end of a text. */
async function offered(text: string): Promise<readonly string[]> {
  const document = documentOf(text);
  const { items } = await service.doComplete(document, document.positionAt(document.getText().length), false);
  return items.map(({ label }) => label);
}

it('finds the schema as the block types generate it', async () => {
  const isCurrent = shipped === (await schemaText());
  expect(isCurrent, `${schemaPath} does not fit the blocks: run \`npm run workflow:schema\``).toBe(true);
});

it('accepts the workflow of the examples', async () => {
  expect(await underlined(await readFile(join(root, 'examples/orders.yaml'), 'utf8'))).toEqual([]);
});

it('accepts templates where types are kept, null, loops in loops and every kind of parameter', async () => {
  const text = `title: Everything
webhook_callback_url: null
model: { model_name: m, effort: low }
workflow_definition:
  parameters:
    - { parameter_type: workflow, key: rows, workflow_parameter_type: json, default_value: [1] }
    - { parameter_type: aws_secret, key: key, aws_key: shop-key }
    - { parameter_type: credential, key: login, credential_id: cred_1 }
  blocks:
    - label: each_row
      block_type: for_loop
      loop_variable_reference: "{{ rows }}"
      loop_blocks:
        - label: inner
          block_type: while_loop
          condition: { expression: "{{ current_index < 3 }}" }
          loop_blocks:
            - { label: mails, block_type: email_inbox, email_client: gmail, max_results: "{{ 1 + 2 }}" }
    - label: pick
      block_type: conditional
      branch_conditions: [{ criteria: { expression: "{{ true }}" }, next_block_label: stop }, { is_default: true }]
    - { label: stop, block_type: wait, wait_sec: 1, retry: { max_retries: 2 } }
`;
  expect(await underlined(text)).toEqual([]);
});

it('names misspelt members of workflows, parameters and blocks, in loops too', async () => {
  const text = `titel: Shop
workflow_definition:
  parameters:
    - { parameter_type: workflow, key: sku, workflow_parameter_type: string, defualt_value: x }
  blocks:
    - label: stock
      block_type: http_request
      url: https://shop.example/
      folow_redirects: true
    - label: each
      block_type: for_loop
      loop_variable_reference: "{{ sku }}"
      loop_blocks:
        - { label: pause, block_type: wait, wait_sec: 1, timeout_second: 5 }
`;
  expect(
    (await underlined(text)).toSorted((a, b) => Number.parseInt(a, 10) - Number.parseInt(b, 10)),
  ).toEqual([
    '1: Property titel is not allowed.',
    '4: Property defualt_value is not allowed.',
    '9: Property folow_redirects is not allowed.',
    '14: Property timeout_second is not allowed.',
  ]);
});

it('names missing members, wrong types and unknown block types', async () => {
  const text = `workflow_definition:
  blocks:
    - { label: a, block_type: http_request }
    - { label: b, block_type: wait, wait_sec: soon }
    - { label: c, block_type: http_reqest }
    - { block_type: print_page }
`;
  const lines = await underlined(text);
  expect(lines).toHaveLength(4);
  expect(lines).toEqual(
    expect.arrayContaining([
      '3: Missing property "url".',
      '4: Incorrect type. Expected "integer".',
      expect.stringMatching(/^5: Value is not accepted\. Valid values: .*"http_request"/),
      '6: Missing property "label".',
    ]),
  );
});

it('offers block types, and the members of the chosen one', async () => {
  const block = 'workflow_definition:\n  blocks:\n    - label: x\n      block_type: ';
  const types = await offered(block);
  expect(types).toContain('http_request');
  expect(types).toContain('google_sheets_read');
  const members = await offered(`${block}http_request\n      `);
  expect(members).toEqual(expect.arrayContaining(['url', 'headers', 'follow_redirects', 'timeout_seconds']));
  expect(members).not.toContain('wait_sec');
});

it('explains a member with the text of its schema', async () => {
  const document = documentOf(
    'workflow_definition:\n  blocks:\n    - { label: x, block_type: wait, wait_sec: 1 }\n',
  );
  const hover = await service.doHover(document, document.positionAt(document.getText().indexOf('wait_sec')));
  expect(JSON.stringify(hover?.contents)).toContain('Seconds to wait.');
});
