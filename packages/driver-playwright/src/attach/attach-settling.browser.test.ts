// @module-tag extended: the same tests as for a browser that the driver starts
import { testBrowserSettling } from '@runwright/testing/suites';
import { cdpDrivers } from './cdp-drivers.test-helpers.ts';

testBrowserSettling('playwrightDriver over CDP', cdpDrivers());
