import { testBrowserWindows } from '@runwright/testing/suites';
import { drivers } from './driver.test.open.ts';

testBrowserWindows('playwrightDriver', drivers());
