import { testBrowserFiles } from '@runwright/testing/suites';
import { cdpDrivers } from './cdp-drivers.test-helpers.ts';

testBrowserFiles('playwrightDriver over CDP', cdpDrivers());
