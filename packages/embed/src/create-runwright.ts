import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { agentBlocks, observeBlock, observedActionBlock } from '@runwright/agent';
import { RunwrightError } from '@runwright/contract';
import { createEngine, egressPolicy, folderArtifacts, type OpenBrowser } from '@runwright/core';
import { playwrightDriver } from '@runwright/driver-playwright';
import { sqliteStore } from '@runwright/store-sql';
import { attachedBrowser } from './attach/attached-browser.ts';
import { debugAddressOf } from './attach/debug-address.ts';
import { targetIdOf } from './attach/host-page.ts';
import { createPage } from './create-page.ts';
import { openModel } from './open-model.ts';
import type { RunwrightPage } from './page.ts';
import type { OpenPageOptions, Runwright, RunwrightOptions } from './runwright.ts';

const concurrency = 4;

/** Creates and starts an engine for verbs on pages. Everything but the model has a default. Throws `invalid_input` without its key. */
export async function createRunwright(options: RunwrightOptions): Promise<Runwright> {
  const { dataDir, allowedHosts = [], drivers = {} } = options;
  const model = openModel(options.model);
  const temporary = dataDir === undefined ? await mkdtemp(join(tmpdir(), 'runwright-')) : null;
  const stateFolder = temporary ?? join(dataDir ?? '', 'browsers');
  const driver = playwrightDriver({ ...options.browser, stateFolder });
  const removeTemporary = async (): Promise<void> => {
    if (temporary !== null) await rm(temporary, { recursive: true, force: true, maxRetries: 5 });
  };
  const engine = await createEngine({
    blocks: [...agentBlocks(), observeBlock(), observedActionBlock(), ...(options.blocks ?? [])],
    drivers: {
      ...(dataDir === undefined
        ? {}
        : {
            store: drivers.store ?? (await sqliteStore({ folder: dataDir })),
            artifacts: folderArtifacts(join(dataDir, 'artifacts')),
          }),
      browser: driver,
      model,
      secrets: options.secrets ?? [],
      egress: egressPolicy({ allowedHosts }),
      ...drivers,
    },
    settings: { concurrency, takeOver: dataDir !== undefined, ...options.settings },
  });
  await engine.start();
  const { organizationId } = await engine.organizations.first();
  const close = async (): Promise<void> => {
    await engine.close();
    await removeTemporary();
  };

  return {
    engine,
    organizationId,
    async open(url, given = {}) {
      const page = await openPage(given);
      try {
        if (url !== undefined) await page.goto(url, given);
        return page;
      } catch (error) {
        await page.close();
        throw error;
      }
    },
    async attach(page, { browserUrl, ...given } = {}) {
      const { attach } = drivers.browser ?? driver;
      if (!attach) throw noAttach();
      const { signal = new AbortController().signal } = given;
      const targetId = await targetIdOf(page);
      const address = browserUrl ?? (await debugAddressOf(page, { targetId, signal }));
      return openPage(given, attachedBrowser({ attach }, { address, targetId }));
    },
    close,
    [Symbol.asyncDispose]: close,
  };

  async function openPage(
    { timeoutMinutes, browserProfileId, signal = new AbortController().signal }: OpenPageOptions,
    open?: OpenBrowser,
  ): Promise<RunwrightPage> {
    const request = {
      ...(timeoutMinutes === undefined ? {} : { timeout: timeoutMinutes }),
      ...(browserProfileId === undefined ? {} : { browser_profile_id: browserProfileId }),
    };
    const { session } = await engine.browserSessions.create(organizationId, request, open ? { open } : {});
    const { browserSessionId } = session;
    try {
      const browser = await engine.browserSessions.browser(organizationId, browserSessionId, { signal });
      return createPage({ engine, organizationId, browserSessionId, browser });
    } catch (error) {
      await engine.browserSessions.close(organizationId, browserSessionId);
      throw error;
    }
  }
}

function noAttach(): RunwrightError {
  return new RunwrightError(
    'failed_precondition',
    'Cannot attach the page: the browser driver has no `attach`. Leave out `drivers.browser` for the driver on Playwright.',
  );
}
