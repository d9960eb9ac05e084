import { testBrowserSessions } from '@runwright/testing/suites';
import { protocolBreaks } from '../driver.test.breaks.ts';
import { cdpDrivers } from './attach.test.driver.ts';

testBrowserSessions('playwrightDriver over CDP', cdpDrivers(), protocolBreaks);
