/**
 * Commands to the browser that a debug client may send to any of its sessions, with their parameters. Each acts on the context of
 * the browser session, or on a target or window whose context is checked first.
 */
export const browserCommands: ReadonlyMap<string, ReadonlySet<string>> = new Map(
  Object.entries({
    'Browser.getVersion': [],
    'Browser.getWindowBounds': ['windowId'],
    'Browser.getWindowForTarget': ['targetId'],
    'Browser.grantPermissions': ['permissions', 'origin', 'browserContextId'],
    'Browser.setContentsSize': ['windowId', 'width', 'height'],
    'Browser.setDownloadBehavior': [...['behavior', 'browserContextId', 'downloadPath', 'eventsEnabled']],
    'Browser.setPermission': ['permission', 'setting', 'origin', 'embeddedOrigin', 'browserContextId'],
    'Browser.setWindowBounds': ['windowId', 'bounds'],
    'Storage.clearCookies': ['browserContextId'],
    'Storage.getCookies': ['browserContextId'],
    'Storage.setCookies': ['cookies', 'browserContextId'],
    'Target.activateTarget': ['targetId'],
    'Target.attachToBrowserTarget': [],
    'Target.attachToTarget': ['targetId', 'flatten'],
    'Target.closeTarget': ['targetId'],
    'Target.createTarget': [
      ...['url', 'left', 'top', 'width', 'height', 'windowState', 'browserContextId'],
      ...['newWindow', 'background', 'forTab', 'focus'],
    ],
    'Target.detachFromTarget': ['sessionId'],
    'Target.getBrowserContexts': [],
    'Target.getTargetInfo': ['targetId'],
    'Target.getTargets': ['filter'],
    'Target.setAutoAttach': ['autoAttach', 'waitForDebuggerOnStart', 'flatten', 'filter'],
    'Target.setDiscoverTargets': ['discover', 'filter'],
  }).map(([method, parameters]) => [method, new Set(parameters)]),
);

/** Commands to a page, a frame or a worker, by domain. */
const byDomain: Readonly<Record<string, string>> = {
  Accessibility: `disable enable getAXNodeAndAncestors getChildAXNodes getFullAXTree getPartialAXTree getRootAXNode queryAXTree`,
  Animation: `disable enable getCurrentTime getPlaybackRate releaseAnimations resolveAnimation seekAnimations setPaused
    setPlaybackRate setTiming`,
  Audits: `disable enable`,
  CSS: `addRule collectClassNames createStyleSheet disable enable forcePseudoState getBackgroundColors getComputedStyleForNode
    getInlineStylesForNode getMatchedStylesForNode getMediaQueries getPlatformFontsForNode getStyleSheetText
    setEffectivePropertyValueForNode setMediaText setRuleSelector setStyleSheetText setStyleTexts startRuleUsageTracking
    stopRuleUsageTracking takeComputedStyleUpdates takeCoverageDelta trackComputedStyleUpdates`,
  CacheStorage: `deleteCache deleteEntry requestCacheNames requestCachedResponse requestEntries`,
  Console: `clearMessages disable enable`,
  DOM: `collectClassNamesFromSubtree copyTo describeNode disable discardSearchResults enable focus getAttributes getBoxModel
    getContainerForNode getContentQuads getDocument getFlattenedDocument getFrameOwner getNodeForLocation getNodeStackTraces
    getNodesForSubtreeByStyle getOuterHTML getRelayoutBoundary getSearchResults getTopLayerElements hideHighlight highlightNode
    highlightRect markUndoableState moveTo performSearch pushNodeByPathToFrontend pushNodesByBackendIdsToFrontend querySelector
    querySelectorAll redo removeAttribute removeNode requestChildNodes requestNode resolveNode scrollIntoViewIfNeeded
    setAttributeValue setAttributesAsText setInspectedNode setNodeName setNodeStackTracesEnabled setNodeValue setOuterHTML undo`,
  DOMDebugger: `getEventListeners removeDOMBreakpoint removeEventListenerBreakpoint removeXHRBreakpoint setBreakOnCSPViolation
    setDOMBreakpoint setEventListenerBreakpoint setXHRBreakpoint`,
  DOMSnapshot: `captureSnapshot disable enable getSnapshot`,
  DOMStorage: `clear disable enable getDOMStorageItems removeDOMStorageItem setDOMStorageItem`,
  Debugger: `continueToLocation disable enable evaluateOnCallFrame getPossibleBreakpoints getScriptSource getStackTrace
    getWasmBytecode pause removeBreakpoint restartFrame resume searchInContent setAsyncCallStackDepth setBlackboxPatterns
    setBlackboxedRanges setBreakpoint setBreakpointByUrl setBreakpointOnFunctionCall setBreakpointsActive
    setInstrumentationBreakpoint setPauseOnExceptions setReturnValue setScriptSource setSkipAllPauses setVariableValue stepInto
    stepOut stepOver`,
  Emulation: `canEmulate clearDeviceMetricsOverride clearDevicePostureOverride clearGeolocationOverride clearIdleOverride
    getScreenInfos resetPageScaleFactor setAutoDarkModeOverride setAutomationOverride setCPUThrottlingRate setDataSaverOverride
    setDefaultBackgroundColorOverride setDeviceMetricsOverride setDevicePostureOverride setDisabledImageTypes
    setDocumentCookieDisabled setEmitTouchEventsForMouse setEmulatedMedia setEmulatedOSTextScale setEmulatedVisionDeficiency
    setFocusEmulationEnabled setGeolocationOverride setHardwareConcurrencyOverride setIdleOverride setLocaleOverride
    setNavigatorOverrides setPageScaleFactor setSafeAreaInsetsOverride setScriptExecutionDisabled setScrollbarsHidden
    setSensorOverrideEnabled setSensorOverrideReadings setTimezoneOverride setTouchEmulationEnabled setUserAgentOverride
    setVirtualTimePolicy setVisibleSize`,
  EventBreakpoints: `disable removeInstrumentationBreakpoint setInstrumentationBreakpoint`,
  Fetch: `continueRequest continueResponse continueWithAuth disable enable failRequest fulfillRequest getResponseBody
    takeResponseBodyAsStream`,
  HeapProfiler: `addInspectedHeapObject collectGarbage disable enable getHeapObjectId getObjectByHeapObjectId getSamplingProfile
    startSampling startTrackingHeapObjects stopSampling stopTrackingHeapObjects takeHeapSnapshot`,
  IO: `close read resolveBlob`,
  IndexedDB: `clearObjectStore deleteDatabase deleteObjectStoreEntries disable enable getMetadata requestData requestDatabase
    requestDatabaseNames`,
  Input: `cancelDragging dispatchDragEvent dispatchKeyEvent dispatchMouseEvent dispatchTouchEvent emulateTouchFromMouseEvent
    imeSetComposition insertText setIgnoreInputEvents setInterceptDrags synthesizePinchGesture synthesizeScrollGesture
    synthesizeTapGesture`,
  Inspector: `disable enable`,
  Log: `clear disable enable startViolationsReport stopViolationsReport`,
  Media: `disable enable`,
  Network: `canClearBrowserCache canClearBrowserCookies canEmulateNetworkConditions clearBrowserCache clearBrowserCookies
    deleteCookies disable emulateNetworkConditions emulateNetworkConditionsByRule enable enableReportingApi getAllCookies getCookies
    getRequestPostData getResponseBody getSecurityIsolationStatus overrideNetworkState replayXHR searchInResponseBody
    setAttachDebugStack setBlockedURLs setBypassServiceWorker setCacheDisabled setCookie setCookies setExtraHTTPHeaders
    setUserAgentOverride streamResourceContent`,
  Overlay: `disable enable hideHighlight highlightFrame highlightNode highlightQuad highlightRect setInspectMode
    setPausedInDebuggerMessage setShowFPSCounter setShowPaintRects setShowViewportSizeOnResize`,
  Page: `addScriptToEvaluateOnLoad addScriptToEvaluateOnNewDocument bringToFront captureScreenshot captureSnapshot
    clearDeviceMetricsOverride clearDeviceOrientationOverride clearGeolocationOverride close crash createIsolatedWorld deleteCookie
    disable enable generateTestReport getFrameTree getLayoutMetrics getNavigationHistory getPermissionsPolicyState
    getResourceContent getResourceTree handleJavaScriptDialog navigate navigateToHistoryEntry printToPDF reload
    removeScriptToEvaluateOnLoad removeScriptToEvaluateOnNewDocument resetNavigationHistory screencastFrameAck searchInResource
    setBypassCSP setDeviceMetricsOverride setDeviceOrientationOverride setDocumentContent setFontFamilies setFontSizes
    setGeolocationOverride setInterceptFileChooserDialog setLifecycleEventsEnabled setPrerenderingAllowed
    setTouchEmulationEnabled setWebLifecycleState startScreencast stopLoading stopScreencast waitForDebugger`,
  Performance: `disable enable getMetrics setTimeDomain`,
  PerformanceTimeline: `enable`,
  Preload: `disable enable`,
  Profiler: `disable enable getBestEffortCoverage setSamplingInterval start startPreciseCoverage stop stopPreciseCoverage
    takePreciseCoverage`,
  Runtime: `addBinding awaitPromise callFunctionOn compileScript disable discardConsoleEntries enable evaluate getExceptionDetails
    getHeapUsage getIsolateId getProperties globalLexicalScopeNames queryObjects releaseObject releaseObjectGroup removeBinding
    runIfWaitingForDebugger runScript setAsyncCallStackDepth setCustomObjectFormatterEnabled setMaxCallStackSizeToCapture
    terminateExecution`,
  Schema: `getDomains`,
  Security: `disable enable`,
  ServiceWorker: `deliverPushMessage disable dispatchPeriodicSyncEvent dispatchSyncEvent enable setForceUpdateOnPageLoad skipWaiting
    startWorker stopAllWorkers stopWorker unregister updateRegistration`,
  Storage: `clearDataForOrigin clearDataForStorageKey getStorageKey getStorageKeyForFrame getUsageAndQuota overrideQuotaForOrigin
    trackCacheStorageForOrigin trackCacheStorageForStorageKey trackIndexedDBForOrigin trackIndexedDBForStorageKey
    untrackCacheStorageForOrigin untrackCacheStorageForStorageKey untrackIndexedDBForOrigin untrackIndexedDBForStorageKey`,
  WebAudio: `disable enable getRealtimeData`,
  WebAuthn: `addCredential addVirtualAuthenticator clearCredentials disable enable getCredential getCredentials removeCredential
    removeVirtualAuthenticator setAutomaticPresenceSimulation setCredentialProperties setResponseOverrideBits setUserVerified`,
};

/** Commands that a debug client may send to a page, a frame or a worker, but not to the browser. */
export const pageCommands: ReadonlySet<string> = new Set(
  Object.entries(byDomain).flatMap(([domain, names]) =>
    names.split(/\s+/).map((name) => `${domain}.${name}`),
  ),
);

/** Why commands and domains are not allowed, for the error of a refusal. A command takes precedence over its domain. */
export const refusalReasons: Readonly<Record<string, string>> = {
  'Browser.close':
    'it ends the browser session; close the session with `POST /v1/browser_sessions/{id}/close`',
  'Browser.resetPermissions': 'the browser session decides about the permissions of its pages',
  'DOM.getFileInfo': 'it shows paths of the host',
  'DOM.setFileInputFiles': 'it reads files of the host',
  'Network.loadNetworkResource': 'it loads addresses without a page',
  'Page.setDownloadBehavior': 'it writes files of the host; downloads stay with the browser session',
  'Target.createBrowserContext': 'a browser session has one context; use the one that is there',
  'Target.disposeBrowserContext': 'a browser session has one context, which ends with it',
  'Target.exposeDevToolsProtocol': 'it gives pages the whole protocol',
  'Target.sendMessageToTarget': 'it hides commands in messages; attach with `flatten: true`',
  'Target.setRemoteLocations': 'it makes the browser connect to addresses past the egress policy',
  Browser: 'it acts on the whole browser',
  Cast: 'it reaches devices of the network',
  DeviceAccess: 'it reaches devices of the host',
  Extensions: 'it changes the browser and reads files of the host',
  FileSystem: 'it reads files of the host',
  Memory: 'it acts on the whole browser',
  PWA: 'it installs programs on the host',
  Security: 'the certificates of every page are checked',
  SystemInfo: 'it shows the processes and switches of the host',
  Tethering: 'it opens ports of the host',
  Tracing: 'it records the whole browser',
};

/** Permissions that a debug client may give to pages: those that reach no device, screen, clipboard or network of the host. */
export const grantablePermissions: ReadonlySet<unknown> = new Set([
  ...['geolocation', 'notifications', 'push', 'sensors', 'accelerometer', 'gyroscope', 'magnetometer'],
  ...['ambient-light-sensor', 'backgroundSync', 'background-sync', 'backgroundFetch', 'background-fetch'],
  ...['periodicBackgroundSync', 'periodic-background-sync', 'durableStorage', 'persistent-storage'],
  ...['storageAccess', 'storage-access', 'topLevelStorageAccess', 'top-level-storage-access'],
  ...['clipboardSanitizedWrite', 'clipboard-write', 'idleDetection', 'idle-detection'],
  ...['wakeLockScreen', 'wakeLockSystem', 'screen-wake-lock', 'paymentHandler', 'payment-handler'],
]);
