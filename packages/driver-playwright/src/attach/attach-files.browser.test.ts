// @module-tag extended: the same tests as for a browser that the driver starts
import { testBrowserFiles } from '@runwright/testing/suites';
import { cdpDrivers } from './cdp-drivers.test-helpers.ts';

testBrowserFiles('playwrightDriver over CDP', cdpDrivers());
