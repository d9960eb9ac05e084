import { testBrowserRecordings } from '@runwright/testing/suites';
import { drivers } from './driver.test.open.ts';

testBrowserRecordings('playwrightDriver', drivers());
