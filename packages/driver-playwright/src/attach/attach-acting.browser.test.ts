// @module-tag extended: the same tests as for a browser that the driver starts
import { testBrowserActing } from '@runwright/testing/suites';
import { cdpDrivers } from './cdp-drivers.test-helpers.ts';

testBrowserActing('playwrightDriver over CDP', cdpDrivers());
