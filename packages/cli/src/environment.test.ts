import { readdir, readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { readEnvironment } from './environment.ts';

describe('readEnvironment', () => {
  it('has defaults for everything', () => {
    expect(readEnvironment({})).toMatchObject({
      configFile: null,
      dataDir: './.runwright',
      host: '127.0.0.1',
      port: 8000,
      apiKey: null,
      allowedHosts: [],
      model: {
        ...{ apiKey: null, baseUrl: null, name: null, byPurpose: {} },
        anthropic: { apiKey: null, baseUrl: null },
      },
      secrets: {},
    });
  });

  it('takes blank variables for missing ones', () => {
    expect(readEnvironment({ RUNWRIGHT_PORT: ' ', OPENAI_API_KEY: '' })).toMatchObject({
      port: 8000,
      model: { apiKey: null },
    });
  });

  it.each(['http', '-1', '65536', '80.5'])('refuses the port `%s`, naming its variable', (port) => {
    expect(() => readEnvironment({ RUNWRIGHT_PORT: port })).toThrow(/RUNWRIGHT_PORT/);
  });

  it('reads how many runs are executed at once, at least one', () => {
    expect(readEnvironment({}).concurrency).toBeNull();
    expect(readEnvironment({ RUNWRIGHT_CONCURRENCY: '7' }).concurrency).toBe(7);
    expect(() => readEnvironment({ RUNWRIGHT_CONCURRENCY: '0' })).toThrow(/RUNWRIGHT_CONCURRENCY .*from 1/);
  });

  it('reads what keeps browser sessions apart, by default what the driver chooses', () => {
    expect(readEnvironment({}).browserIsolation).toBeNull();
    expect(readEnvironment({ RUNWRIGHT_BROWSER_ISOLATION: 'context' }).browserIsolation).toBe('context');
    expect(() => readEnvironment({ RUNWRIGHT_BROWSER_ISOLATION: 'tab' })).toThrow(
      /RUNWRIGHT_BROWSER_ISOLATION has to be process or context/,
    );
  });

  it('reads whether debug addresses are opened: of all sessions, of none, by default of those that ask', () => {
    expect(readEnvironment({}).exposeBrowsers).toBeNull();
    expect(readEnvironment({ RUNWRIGHT_EXPOSE_BROWSERS: 'true' }).exposeBrowsers).toBe(true);
    expect(readEnvironment({ RUNWRIGHT_EXPOSE_BROWSERS: 'false' }).exposeBrowsers).toBe(false);
    expect(() => readEnvironment({ RUNWRIGHT_EXPOSE_BROWSERS: '0' })).toThrow(/RUNWRIGHT_EXPOSE_BROWSERS/);
  });

  it('reads for how many days runs are kept, by default for ever', () => {
    expect(readEnvironment({}).retentionDays).toBeNull();
    expect(readEnvironment({ RUNWRIGHT_RETENTION_DAYS: '90' }).retentionDays).toBe(90);
    for (const days of ['0', '-1', 'ninety', 'Infinity']) {
      expect(() => readEnvironment({ RUNWRIGHT_RETENTION_DAYS: days })).toThrow(
        `RUNWRIGHT_RETENTION_DAYS has to be a number above 0, not \`${days}\`; correct or remove it.`,
      );
    }
  });

  it('reads the drain time, which may be 0', () => {
    expect(readEnvironment({}).drainMs).toBeNull();
    expect(readEnvironment({ RUNWRIGHT_DRAIN_SECONDS: '0' }).drainMs).toBe(0);
    expect(readEnvironment({ RUNWRIGHT_DRAIN_SECONDS: '45' }).drainMs).toBe(45_000);
    expect(() => readEnvironment({ RUNWRIGHT_DRAIN_SECONDS: '-1' })).toThrow(
      /RUNWRIGHT_DRAIN_SECONDS .*from 0/,
    );
  });

  it('reads models by purpose and hosts by comma or blank', () => {
    const { model, allowedHosts } = readEnvironment({
      RUNWRIGHT_MODEL: 'main',
      RUNWRIGHT_MODEL_VERIFY: 'small',
      RUNWRIGHT_ALLOWED_HOSTS: 'a.test:81, b.test',
    });
    expect(model).toMatchObject({ name: 'main', byPurpose: { verify: 'small' } });
    expect(allowedHosts).toEqual(['a.test:81', 'b.test']);
  });

  it('the console is served unless it is switched off', () => {
    expect(readEnvironment({}).console).toBe(true);
    expect(readEnvironment({ RUNWRIGHT_CONSOLE: 'false' }).console).toBe(false);
    expect(() => readEnvironment({ RUNWRIGHT_CONSOLE: 'perhaps' })).toThrow(/RUNWRIGHT_CONSOLE/);
  });

  it('reads what is recorded, and names what cannot be', () => {
    expect(readEnvironment({}).recordings).toBeNull();
    const none = { video: false, har: false, console: false, trace: false };
    expect(readEnvironment({ RUNWRIGHT_RECORD: 'none' }).recordings).toEqual(none);
    const some = readEnvironment({ RUNWRIGHT_RECORD: 'har, trace' }).recordings;
    expect(some).toEqual({ ...none, har: true, trace: true });
    expect(() => readEnvironment({ RUNWRIGHT_RECORD: 'sound' })).toThrow(/RUNWRIGHT_RECORD .*`sound`/);
  });

  it('reads the mail server, and shows nothing of a wrong address', () => {
    const from = { RUNWRIGHT_MAIL_FROM: 'Runs <runs@acme.test>' };
    expect(readEnvironment({}).mail).toBeNull();
    expect(readEnvironment({ ...from, RUNWRIGHT_SMTP_URL: 'smtp://ann:pw@mail.acme.test' }).mail).toEqual({
      server: {
        host: 'mail.acme.test',
        port: 587,
        login: { username: 'ann', password: 'pw' },
        encryption: 'starttls',
      },
      from: 'Runs <runs@acme.test>',
    });
    expect(() => readEnvironment(from)).toThrow('RUNWRIGHT_SMTP_URL is missing');
    const wrong = () => readEnvironment({ ...from, RUNWRIGHT_SMTP_URL: 'http://ann:sesame@mail.test' });
    expect(wrong).toThrow(/^RUNWRIGHT_SMTP_URL: /);
    expect(wrong).not.toThrow(/sesame/);
  });

  it.each<readonly [name: string, text: string, message: RegExp]>([
    ['RUNWRIGHT_PUBLIC_URL', 'runs.example.com', /Did you mean `https:\/\/runs\.example\.com`\?$/],
    ['RUNWRIGHT_PUBLIC_URL', 'localhost:8000/runs', /Did you mean `https:\/\/localhost:8000\/runs`\?$/],
    ['RUNWRIGHT_PUBLIC_URL', 'ftp://runs.example.com', /not `ftp:\/\/runs\.example\.com`\. Correct/],
    ['RUNWRIGHT_PUBLIC_URL', 'https://runs.example.com/?tenant=1', /Correct or remove it/],
    ['RUNWRIGHT_INTERNAL_URL', 'http://10.0.0.7:8100/runs', /such as http:\/\/10\.0\.0\.7:8100/],
    ['OPENAI_BASE_URL', 'localhost:11434/v1', /such as https:\/\/api\.openai\.com\/v1/],
    ['ANTHROPIC_BASE_URL', 'gateway', /such as https:\/\/api\.anthropic\.com/],
    ['RUNWRIGHT_BITWARDEN_URL', 'localhost:8087', /such as http:\/\/127\.0\.0\.1:8087/],
    ['RUNWRIGHT_ALLOWED_HOSTS', 'a.test, http://127.0.0.1:8125/hook', /Did you mean `127\.0\.0\.1:8125`\?$/],
    ['RUNWRIGHT_ALLOWED_HOSTS', '10.0.0.0/8', /list of hosts such as .*Correct or remove it\.$/],
    ['RUNWRIGHT_SERVED_HOSTS', 'https://runs.example.com', /Did you mean `runs\.example\.com`\?$/],
    ['RUNWRIGHT_ARTIFACTS_URL', 'runs/production', /not an address such as `s3:/],
  ])('refuses the address %s=%s, with the remedy', (name, text, message) => {
    expect(() => readEnvironment({ [name]: text })).toThrow(message);
    expect(() => readEnvironment({ [name]: text })).toThrow(name);
  });

  it('takes a public address with a path, and model addresses with a password', () => {
    const publicUrl = 'https://app.example.com/automation/';
    expect(readEnvironment({ RUNWRIGHT_PUBLIC_URL: publicUrl }).publicUrl).toBe(publicUrl);
    const baseUrl = 'http://ann:sesame@gateway.example.com/v1';
    expect(readEnvironment({ OPENAI_BASE_URL: baseUrl }).model.baseUrl).toBe(baseUrl);
  });

  it.each([
    ['RUNWRIGHT_PUBLIC_URL', 'https://ann:sesame@runs.example.com'],
    ['RUNWRIGHT_INTERNAL_URL', 'http://ann:sesame@10.0.0.7:8100'],
    ['RUNWRIGHT_DATABASE_URL', 'mysql://ann:sesame@db.example.com/runs'],
    ['RUNWRIGHT_ALLOWED_ORIGINS', 'https://ann:sesame@console.example.com'],
    ['RUNWRIGHT_ALLOWED_HOSTS', 'http://ann:sesame@10.0.0.7'],
    ['RUNWRIGHT_BITWARDEN_URL', 'ann:sesame@vault.example.com'],
    ['OPENAI_BASE_URL', 'ann:sesame@gateway.example.com/v1'],
    ['ANTHROPIC_BASE_URL', 'http://ann:sesame@gateway.example.com:99999'],
  ])('shows no password of a wrong address in %s', { tags: ['security'] }, (name, text) => {
    const read = () => readEnvironment({ [name]: text });
    expect(read).toThrow(new RegExp(`^${name} `));
    expect(read).not.toThrow(/sesame/);
  });

  it('lists variables that are named like settings and that nothing reads, with what was meant', () => {
    const unknownOf = (...names: readonly string[]) =>
      readEnvironment(Object.fromEntries(names.map((name) => [name, '1']))).unknownVariables;
    expect(unknownOf('RUNWRIGHT_PROT', 'RUNWRIGTH_HOST', 'RUNWRIGHT_MODEL_NO_IMAGE')).toEqual([
      { name: 'RUNWRIGHT_PROT', meant: 'RUNWRIGHT_PORT' },
      { name: 'RUNWRIGTH_HOST', meant: 'RUNWRIGHT_HOST' },
      { name: 'RUNWRIGHT_MODEL_NO_IMAGE', meant: 'RUNWRIGHT_MODEL_NO_IMAGES' },
    ]);
    expect(unknownOf('RUNWRIGHT_FROBNICATION')).toEqual([{ name: 'RUNWRIGHT_FROBNICATION', meant: null }]);
    expect(unknownOf('RUNWRIGHT_SECRET_PROT', 'PATH', 'PROT', 'OPENAI_KEY')).toEqual([]);
    expect(readEnvironment({ RUNWRIGHT_PROT: ' ' }).unknownVariables).toEqual([]);
    expect(unknownOf('RUNWRIGHT_TEST_TAGS', 'RUNWRIGHT_RECORD_API', 'RUNWRIGHT_PREPACK')).toEqual([]);
  });

  it('knows every variable of the documents', async () => {
    const folder = new URL('../../../docs/', import.meta.url);
    const files = await readdir(folder, { recursive: true });
    const pages = files.filter((file) => file.endsWith('.md') && !/^(?:decisions|\.vitepress)/.test(file));
    const texts = await Promise.all(pages.map((page) => readFile(new URL(page, folder), 'utf8')));
    const written = new Set(texts.join().match(/\bRUNWRIGHT_[A-Z_]*[A-Z]\b/g));
    expect(written.size).toBeGreaterThan(60);
    const isUnknown = (name: string) => {
      try {
        return readEnvironment({ [name]: '1' }).unknownVariables.length > 0;
      } catch {
        // Its value is none of the setting.
        return false;
      }
    };
    expect([...written].filter(isUnknown)).toEqual([]);
  });

  it('hands on no variable as a secret that is not named as one', () => {
    const { secrets } = readEnvironment({ OPENAI_API_KEY: 'sk', RUNWRIGHT_SECRET_SHOP: 's' });
    expect(secrets).toEqual({ RUNWRIGHT_SECRET_SHOP: 's' });
  });

  it('refuses an API key that is easy to guess, and does not show it', () => {
    const read = (key: string) => readEnvironment({ RUNWRIGHT_API_KEY: key }).apiKey;
    expect(() => read('a'.repeat(40))).toThrow(/^RUNWRIGHT_API_KEY: .*too easy to guess/);
    expect(() => read('a'.repeat(40))).not.toThrow(/aaaa/);
    expect(read('rw_5f2c9e01d7a84b63')).toBe('rw_5f2c9e01d7a84b63');
  });

  it('reads who may use what belongs to the host', () => {
    const read = (list: string) => readEnvironment({ RUNWRIGHT_HOST_ORGANIZATIONS: list }).hostOrganizations;
    expect([read(''), read('*'), read('o_1, acme')]).toEqual([null, '*', ['o_1', 'acme']]);
    expect(() => read('o_1,Acme Inc.;')).toThrow(/^RUNWRIGHT_HOST_ORGANIZATIONS has to be/);
  });
});

it('a model for a purpose that does not exist is refused with the purposes that do', () => {
  expect(() => readEnvironment({ RUNWRIGHT_MODEL_VERIFIE: 'small' })).toThrow(
    /`RUNWRIGHT_MODEL_VERIFIE` names no purpose.*did you mean `RUNWRIGHT_MODEL_VERIFY`\?.*ACT, PLAN, VERIFY/,
  );
});

it('reads the caps of a run and of a day, and the models to fall back on, which are no purpose', () => {
  const { model } = readEnvironment({
    RUNWRIGHT_MAX_RUN_COST: '0.5',
    RUNWRIGHT_MAX_RUN_TOKENS: '2000000',
    RUNWRIGHT_MAX_DAY_COST: '20',
    RUNWRIGHT_MAX_DAY_TOKENS: '90000000',
    RUNWRIGHT_MODEL_FALLBACK: 'small, smaller',
    RUNWRIGHT_MODEL_FALLBACK_EXTRACT: 'careful, small',
    RUNWRIGHT_MODEL_CUA: 'seeing',
  });
  expect(model).toMatchObject({
    runCost: 0.5,
    runTokens: 2_000_000,
    dayCost: 20,
    dayTokens: 90_000_000,
    fallbacks: ['small', 'smaller'],
    fallbacksByPurpose: { extract: ['careful', 'small'] },
    byPurpose: { cua: 'seeing' },
  });
  expect(() => readEnvironment({ RUNWRIGHT_MAX_RUN_COST: 'much' })).toThrow(
    /RUNWRIGHT_MAX_RUN_COST .*above 0/,
  );
});

it('reads the limits of organizations and of runs at once, and the highest priority, which may be 0', () => {
  const { runLimits } = readEnvironment({
    RUNWRIGHT_ORGANIZATION_CONCURRENCY: '20',
    RUNWRIGHT_WORKFLOW_CONCURRENCY: '8',
    RUNWRIGHT_HOST_CONCURRENCY: '4',
    RUNWRIGHT_ORGANIZATION_STORAGE: '2048',
    RUNWRIGHT_ORGANIZATION_BROWSERS: '3',
    RUNWRIGHT_HIGHEST_PRIORITY: '0',
  });
  expect(runLimits).toEqual({
    organizationConcurrency: 20,
    workflowConcurrency: 8,
    hostConcurrency: 4,
    organizationStorageBytes: 2048 * 1024 * 1024,
    organizationBrowsers: 3,
    highestPriority: 0,
  });
  expect(() => readEnvironment({ RUNWRIGHT_HOST_CONCURRENCY: '0' })).toThrow(
    /RUNWRIGHT_HOST_CONCURRENCY .*from 1/,
  );
});
