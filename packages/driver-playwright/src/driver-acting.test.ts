import { testBrowserActing } from '@runwright/testing/suites';
import { drivers } from './driver.test.open.ts';

testBrowserActing('playwrightDriver', drivers());
