// @module-tag matrix: the same tests as for a browser that the driver starts
import { testBrowserWindows } from '@runwright/testing/suites';
import { cdpDrivers } from './attach.test.driver.ts';

testBrowserWindows('playwrightDriver over CDP', cdpDrivers());
