import { createConfiguredEngine } from '../config/create-configured-engine.ts';
import { loadConfig } from '../config/load-config.ts';
import { readEnvironment } from '../environment.ts';

/** Executes `runwright schema`: prints the JSON Schema of workflow files, with the block types of the configuration file. */
export async function printSchema(): Promise<void> {
  const engine = await createConfiguredEngine(await loadConfig(readEnvironment().configFile));
  const schema = engine.workflowSchema();
  await engine.close();
  console.log(JSON.stringify(schema, null, 2));
}
