import { testBrowserFiles } from '@runwright/testing/suites';
import { drivers } from './driver.test.open.ts';

testBrowserFiles('playwrightDriver', drivers());
