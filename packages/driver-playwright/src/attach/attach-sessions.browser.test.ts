// @module-tag extended: the same tests as for a browser that the driver starts
import { testBrowserSessions } from '@runwright/testing/suites';
import { cdpDrivers } from './cdp-drivers.test-helpers.ts';

testBrowserSessions('playwrightDriver over CDP', cdpDrivers());
