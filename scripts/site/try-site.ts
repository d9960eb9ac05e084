import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { type Browser, chromium, type Page } from 'playwright-core';
import { siteBase } from './site-config.ts';

const host = 'http://runwright.test';
/** Page that the search shows first for a query. */
const firstResults: Readonly<Record<string, string>> = {
  TOTP: '/recipes/sign-in-with-totp.html',
  'webhook signature': '/recipes/receive-webhook.html',
  upgrade: '/guides/upgrade-and-backup.html',
  queued: '/recipes/one-account-at-a-time.html',
  'stays queued': '/guides/troubleshooting.html',
};

/**
 * Opens the built site in a browser without a network: Mermaid blocks are drawn in light and dark, the search finds an API
 * name and puts guides before reference, and no page asks another host for anything.
 *
 * @param dist folder of the built site
 */
export async function trySite(dist: string): Promise<void> {
  const executablePath = process.env.RUNWRIGHT_CHROMIUM;
  // Only pages of ours are shown.
  const browser = await chromium.launch({
    ...(executablePath ? { executablePath } : {}),
    args: ['--no-sandbox'],
  });
  try {
    await tryPictures(browser, dist);
    await trySearch(browser, dist);
  } finally {
    await browser.close();
  }
}

/** Opens a page of a browser that gets all of its files from the built site. */
export async function openSite(
  browser: Browser,
  dist: string,
  options: { readonly colorScheme?: 'light' | 'dark'; readonly width?: number } = {},
): Promise<{ readonly page: Page; readonly problems: string[] }> {
  const { colorScheme = 'light', width = 1280 } = options;
  const page = await browser.newPage({ colorScheme, viewport: { width, height: 900 } });
  const problems: string[] = [];
  page.on('pageerror', (error) => problems.push(String(error)));
  await page.route('**/*', async (route) => {
    const url = new URL(route.request().url());
    const path = fileOf(dist, decodeURIComponent(url.pathname));
    if (url.origin === host && path !== null) return await route.fulfill({ path });
    problems.push(`${url} was asked for, which is not part of the site`);
    return await route.abort();
  });
  return { page, problems };
}

/** Address of a page of the site, for `openSite`. */
export function siteUrl(path: string): string {
  return `${host}${siteBase()}${path}`;
}

async function tryPictures(browser: Browser, dist: string): Promise<void> {
  const drawn = readdirSync(dist, { recursive: true, encoding: 'utf8' }).filter(
    (path) => path.endsWith('.md') && /^```mermaid$/m.test(readFileSync(join(dist, path), 'utf8')),
  );
  if (drawn.length === 0)
    throw new Error('No page has a Mermaid block. Restore those of `docs/machines.md`.');
  for (const colorScheme of ['light', 'dark'] as const) {
    const { page, problems } = await openSite(browser, dist, { colorScheme });
    for (const path of drawn) {
      await page.goto(siteUrl(path.replace(/\.md$/, '.html')));
      const count = await page.locator('.mermaid-diagram').count();
      // A picture that cannot be drawn leaves its text, and this waits in vain.
      await page
        .locator('.mermaid-diagram svg[aria-roledescription]')
        .nth(count - 1)
        .waitFor();
      if (await page.locator('.mermaid-diagram svg[aria-roledescription="error"]').count())
        problems.push(`A Mermaid block of ${path} cannot be read`);
    }
    await page.close();
    assertNone(problems);
  }
}

async function trySearch(browser: Browser, dist: string): Promise<void> {
  const { page, problems } = await openSite(browser, dist);
  await page.goto(siteUrl('index.html'));
  await page.locator('#local-search button').first().click();
  const input = page.locator('.VPLocalSearchBox input');
  const results = page.locator('.VPLocalSearchBox .results a');
  await input.fill('RunwrightError');
  await results.and(page.locator('[href*="/api/"]')).first().waitFor();
  for (const [query, path] of Object.entries(firstResults)) {
    await input.fill(query);
    // A search that finds another page first waits in vain.
    await results
      .first()
      .and(page.locator(`[href*="${path}"]`))
      .waitFor();
  }
  await page.close();
  assertNone(problems);
}

function fileOf(dist: string, path: string): string | null {
  const base = siteBase();
  if (!path.startsWith(base)) return null;
  const file = join(dist, path.slice(base.length));
  const candidates = [file, `${file}.html`, join(file, 'index.html')];
  return candidates.find((name) => existsSync(name) && statSync(name).isFile()) ?? null;
}

function assertNone(problems: readonly string[]): void {
  if (problems.length > 0) throw new Error([...new Set(problems)].join('\n'));
}
