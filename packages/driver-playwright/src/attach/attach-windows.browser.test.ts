// @module-tag extended: the same tests as for a browser that the driver starts
import { testBrowserWindows } from '@runwright/testing/suites';
import { cdpDrivers } from './cdp-drivers.test-helpers.ts';

testBrowserWindows('playwrightDriver over CDP', cdpDrivers());
