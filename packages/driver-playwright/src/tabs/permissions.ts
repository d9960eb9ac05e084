import type { CDPSession } from 'playwright-core';

/** Permissions that pages can request (https://www.w3.org/TR/permissions-registry/, and what Chromium adds). */
const asked = [
  'geolocation',
  'notifications',
  'camera',
  'microphone',
  'midi',
  'clipboard-read',
  'idle-detection',
  'local-fonts',
  'local-network-access',
  'window-management',
  'persistent-storage',
  'display-capture',
  'captured-surface-control',
  'speaker-selection',
  'automatic-fullscreen',
  'nfc',
] as const;

type Granted = Readonly<Record<string, readonly string[]>> | undefined;

/**
 * Denies every permission that was not granted to an origin, so that no page prompts for one.
 *
 * @param contextId id of the context in a browser with several. Default: the browser's own context
 */
export async function answerPermissions(
  session: CDPSession,
  granted: Granted,
  contextId?: string,
): Promise<void> {
  await Promise.all(asked.map((name) => set(session, name, { setting: 'denied', contextId })));
  await grantPermissions(session, granted, contextId);
}

/** Gives origins what they were granted, and leaves the rest as it is. */
export async function grantPermissions(
  session: CDPSession,
  granted: Granted,
  contextId?: string,
): Promise<void> {
  await Promise.all(
    Object.entries(granted ?? {}).flatMap(([origin, names]) =>
      URL.canParse(origin)
        ? names.map((name) =>
            set(session, name, { setting: 'granted', origin: new URL(origin).origin, contextId }),
          )
        : [],
    ),
  );
}

async function set(
  session: CDPSession,
  name: string,
  {
    setting,
    origin,
    contextId,
  }: {
    readonly setting: 'granted' | 'denied';
    readonly origin?: string;
    readonly contextId: string | undefined;
  },
): Promise<void> {
  const permission = name === 'midi' ? { name, sysex: true } : { name };
  await session
    .send('Browser.setPermission', {
      ...{ permission, setting },
      ...(origin === undefined ? {} : { origin }),
      ...(contextId === undefined ? {} : { browserContextId: contextId }),
    })
    // A browser of another age knows other names.
    .catch(() => undefined);
}
