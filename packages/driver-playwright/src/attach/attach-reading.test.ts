import { testBrowserReading } from '@runwright/testing/suites';
import { cdpDrivers } from './attach.test.driver.ts';

testBrowserReading('playwrightDriver over CDP', cdpDrivers());
