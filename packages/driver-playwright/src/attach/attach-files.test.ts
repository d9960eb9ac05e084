import { testBrowserFiles } from '@runwright/testing/suites';
import { cdpDrivers } from './attach.test.driver.ts';

testBrowserFiles('playwrightDriver over CDP', cdpDrivers());
