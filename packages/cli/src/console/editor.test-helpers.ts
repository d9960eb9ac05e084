import type { Locator, Page } from 'playwright-core';
import type { OpenOptions, TestConsole } from './console.test-helpers.ts';

/** Creates a workflow, and opens it in the editor. */
export async function openWorkflow(
  service: Pick<TestConsole, 'client' | 'open'>,
  yaml: string,
  options: OpenOptions = {},
): Promise<{ readonly page: Page; readonly id: string }> {
  const created = await service.client.workflows.create({ yaml_definition: yaml });
  const page = await service.open(`/workflows/${created.workflow_permanent_id}`, options);
  await page.getByText('Version 1', { exact: true }).waitFor();
  return { page, id: created.workflow_permanent_id };
}

/** The text that the YAML editor shows. */
export async function yamlOf(page: Page): Promise<string> {
  const lines = await page.getByLabel('Workflow as YAML').locator('.cm-line').allTextContents();
  return lines.join('\n');
}

/** Replaces that text, as one who pastes does. */
export async function writeYaml(page: Page, text: string): Promise<void> {
  await page.getByLabel('Workflow as YAML').click();
  await page.keyboard.press('Control+a');
  await page.keyboard.insertText(text);
}

/** Text field with a label. */
export const textbox = (page: Page, name: string): Locator =>
  page.getByRole('textbox', { name, exact: true });

/** Button with a label. */
export const button = (page: Page, name: string): Locator => page.getByRole('button', { name, exact: true });

/** Tab with a label. */
export const tab = (page: Page, name: string): Locator => page.getByRole('tab', { name });

/** Block of the graph with a label. */
export const node = (page: Page, label: string): Locator =>
  page.locator('.react-flow__node').filter({ hasText: label });
