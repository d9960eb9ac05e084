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

/** Denies every permission that was not granted to an origin, so that no page prompts for one. */
export async function answerPermissions(session: CDPSession, granted: Granted): Promise<void> {
  await Promise.all(asked.map((name) => set(session, name, 'denied')));
  await grantPermissions(session, granted);
}

/** Gives origins what they were granted, and leaves the rest as it is. */
export async function grantPermissions(session: CDPSession, granted: Granted): Promise<void> {
  await Promise.all(
    Object.entries(granted ?? {}).flatMap(([origin, names]) =>
      URL.canParse(origin) ? names.map((name) => set(session, name, 'granted', new URL(origin).origin)) : [],
    ),
  );
}

async function set(
  session: CDPSession,
  name: string,
  setting: 'granted' | 'denied',
  origin?: string,
): Promise<void> {
  const permission = name === 'midi' ? { name, sysex: true } : { name };
  await session
    .send('Browser.setPermission', { permission, setting, ...(origin === undefined ? {} : { origin }) })
    // A browser of another age knows other names.
    .catch(() => undefined);
}
