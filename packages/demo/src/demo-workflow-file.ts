import { fileURLToPath } from 'node:url';

/** Path of the workflow that signs in to the demo site and reads its orders; its parameter `site` is the site's URL. */
export const demoWorkflowFile: string = fileURLToPath(new URL('../orders.yaml', import.meta.url));
