import { testBrowserActing } from '@runwright/testing/suites';
import { cdpDrivers } from './attach.test.driver.ts';

testBrowserActing('playwrightDriver over CDP', cdpDrivers());
