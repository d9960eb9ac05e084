import { demoCredentials, demoSite } from '@runwright/testing';
import { browserUnderTest } from '@runwright/testing/browser';
import { afterAll, beforeAll, onTestFinished } from 'vitest';
import { startPortal } from './portal.test-helpers.ts';
import { type RecipeService, startRecipeService } from './recipe-service.test-helpers.ts';

/** The service that the recipes of a test file share, and what their tests do with it. */
export interface RecipeScene {
  readonly service: () => RecipeService;
  /** Runs the file of a recipe to its end. */
  finish(file: string, parameters: Readonly<Record<string, unknown>>): Promise<Record<string, any>>;
  /** Stores an account of a site and returns its id. */
  account(credential: Readonly<Record<string, string>>, url: string): Promise<string>;
  /** Stores a file and returns its address. */
  upload(text: string, name: string): Promise<string>;
  /** The variables that the programs read. */
  variables(site: string, portal: string): Readonly<Record<string, string>>;
}

/** Starts the service before the tests of a file and closes it after them. */
export function recipeScene(): RecipeScene {
  let service: RecipeService;
  beforeAll(async () => {
    service = await startRecipeService();
  });
  afterAll(() => service?.[Symbol.asyncDispose]());
  return {
    service: () => service,
    async finish(file, parameters) {
      const started = await service.start(file, parameters);
      return await started.finished();
    },
    async account(credential, url) {
      const created = await service.client.credentials.create({
        name: 'Account',
        credential_type: 'password',
        credential,
        allowed_hosts: [new URL(url).origin],
      } as never);
      return created.credential_id;
    },
    upload: async (text, name) => (await service.client.files.upload(new Blob([text]), name)).s3_uri,
    variables: (site, portal) => ({
      RUNWRIGHT_URL: service.url,
      RUNWRIGHT_API_KEY: service.apiKey,
      SITE_URL: site,
      SITE_PASSWORD: demoCredentials.password,
      STOCK_URL: portal,
      STOCK_KEY: 'brass',
      OPENAI_API_KEY: service.model.apiKey,
      OPENAI_BASE_URL: service.model.url,
      ...(browserUnderTest().executablePath ? { RUNWRIGHT_CHROMIUM: browserUnderTest().executablePath } : {}),
    }),
  };
}

/** Sites of one test, closed at its end. */
export async function openSites() {
  const [site, portal] = await Promise.all([demoSite(), startPortal()]);
  onTestFinished(async () => {
    await site.close();
    await portal[Symbol.asyncDispose]();
  });
  return { site, portal };
}
