import { testBrowserSessions } from '@runwright/testing/suites';
import { cdpDrivers } from './attach.test.driver.ts';

testBrowserSessions('playwrightDriver over CDP', cdpDrivers());
