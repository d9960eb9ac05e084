// @module-tag extended: the same tests as for a browser that the driver starts
import { testBrowserReading } from '@runwright/testing/suites';
import { cdpDrivers } from './cdp-drivers.test-helpers.ts';

testBrowserReading('playwrightDriver over CDP', cdpDrivers());
