import { testBrowserReading } from '@runwright/testing/suites';
import { drivers } from './driver.test.open.ts';

testBrowserReading('playwrightDriver', drivers());
