// @module-tag extended: the same tests as for a browser that the driver starts
import { testBrowserRecordings } from '@runwright/testing/suites';
import { cdpDrivers } from './cdp-drivers.test-helpers.ts';

testBrowserRecordings('playwrightDriver over CDP', cdpDrivers());
