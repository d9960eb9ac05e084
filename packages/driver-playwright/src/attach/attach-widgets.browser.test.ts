// @module-tag extended: the same tests as for a browser that the driver starts
import { testBrowserWidgets } from '@runwright/testing/suites';
import { cdpDrivers } from './cdp-drivers.test-helpers.ts';

testBrowserWidgets('playwrightDriver over CDP', cdpDrivers());
