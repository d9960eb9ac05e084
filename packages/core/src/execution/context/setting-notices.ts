import type { Run } from '@runwright/contract';

/** Sentences about settings of a run that have no effect in this version. */
export function settingNotices({ settings }: Pick<Run, 'settings'>): readonly string[] {
  const notices: string[] = [];
  if (settings.totpUrl !== null || settings.totpIdentifier !== null) {
    notices.push(
      'One-time codes are computed from the secret of a credential. `totp_url` and `totp_identifier` are stored and have no effect in this version.',
    );
  }
  if ((settings.maxScreenshotScrolls ?? 0) > 0) {
    notices.push('`max_screenshot_scrolls` has no effect in this version: a screenshot shows the viewport.');
  }
  return notices;
}
