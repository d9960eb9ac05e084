export type { ActionContext } from './action-context.ts';
export { errorReason } from './error-reason.ts';
export { type ExecuteActionOptions, executeAction } from './execute-action.ts';
export { createManualControl, type ManualControlOptions } from './manual/manual-control.ts';
export { refusePromptsSource, saveDocumentSource, spreadDownloadsSource } from './page-scripts.ts';
export type {
  ActionDownloads,
  ActionSecrets,
  ActionTab,
  ActionTabs,
  ClickOptions,
  DialogRules,
  DownloadRequest,
  DownloadStart,
  EgressDenial,
  EgressDenials,
  ManualSecrets,
  Modifier,
  NavigationResult,
  PageActivity,
  PageDialogs,
  PageFileChooser,
  PageFileChoosers,
  PageInput,
  PageNavigation,
  PageObject,
  Point,
} from './port.ts';
export { type Settled, settleTab, type Watch } from './settle/settle.ts';
export { type CaptchaOptions, type SolveCaptchaOptions, solveCaptcha } from './solve-captcha.ts';
